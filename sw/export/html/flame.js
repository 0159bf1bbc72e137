// The flame graph: calling contexts as boxes on a canvas, or upside down: functions with their
// callers.
{
	const ROW = 18, ROWS = 40, ABOVE = 6, LEAST = 1, HEATS = 8, EDGE = 3, CHAIN = 12;
	const PALE = 0.45;	// as in svg.css
	const { unit, flame: data } = page, n = data.parent.length;
	const differs = "before" in data, places = data.places;
	const section = document.getElementById("flame");

	// sums: a parent stands before its children
	const own = Float64Array.from(data.own), before = differs ? Float64Array.from(data.before)
		: new Float64Array(n);
	const none = new Float64Array(n);
	const { calls = none, retired = none, inlined = none } = data;
	const width = own.map((cycles, i) => cycles + before[i]);
	const sum = values => {
		const sums = Float64Array.from(values);
		for (let i = n - 1; i > 0; i--)
			sums[data.parent[i]] += sums[i];
		return sums;
	};
	const all = sum(own), all_before = sum(before), all_width = sum(width);
	const by_name = new Float64Array(data.names.length);
	own.forEach((cycles, i) => { by_name[data.name[i]] += cycles; });
	const hottest = by_name.reduce((a, b) => Math.max(a, b), 0);

	const first = new Uint32Array(n), next = new Uint32Array(n);
	for (let i = n - 1; i > 0; i--) {
		next[i] = first[data.parent[i]];
		first[data.parent[i]] = i;
	}
	const heaviest = (a, b) => b.width - a.width || a.name - b.name;

	// A node of either view: {name, width, after, before, own, calls, retired, parent, depth}
	// and, once asked for, its children.
	const paths = {
		up: true,
		root: () => paths.node(0, null),
		node: (i, parent) => ({ i, parent, depth: parent ? parent.depth + 1 : 0,
		name: data.name[i], width: all_width[i], inlined: inlined[i],
			after: all[i], before: all_before[i], own: own[i], calls: calls[i],
			retired: retired[i] }),
		children: node => {
			const children = [];
			for (let i = first[node.i]; i; i = next[i])
				if (all_width[i])
					children.push(paths.node(i, node));
			return children;
		},
	};
	// here: the contexts whose cycles these are; on: for each of them, whose caller comes next
	const callers = {
		up: false,
		node: (name, parent) => ({ name, parent, depth: parent ? parent.depth + 1 : 0,
		width: 0, after: 0, before: 0, inlined: true,
			own: 0, calls: 0, retired: 0, here: [], on: [] }),
		root: () => ({ ...callers.node(data.name[0], null), inlined: false,
			width: all_width[0], after: all[0], before: all_before[0],
			here: Array.from({ length: n - 1 }, (_, i) => i + 1),
			on: Array.from({ length: n - 1 }, (_, i) => i + 1) }),
		children: node => {
			const children = new Map();
			node.here.forEach((i, at) => {
				const on = node.on[at], name = data.name[on];
				if (!on)
					return;
				if (!children.has(name))
					children.set(name, callers.node(name, node));
				const child = children.get(name);
				child.width += width[i];
				child.after += own[i];
				child.before += before[i];
				child.calls += calls[i];
				child.retired += retired[i];
				child.inlined &&= inlined[on];
				child.here.push(i);
				child.on.push(data.parent[on]);
			});
			return [...children.values()].filter(child => child.width);
		},
	};
	const children = node => node.children
		|| (node.children = view.children(node).sort(heaviest));

	// the elements
	const swatches = differs ? ["s4", "s3", "s2", "s1", "same", "g1", "g2", "g3", "g4"]
		: Array.from({ length: HEATS }, (_, i) => "f" + i);
	const swatch = (kind, i) => `<rect class="${kind}" x="${14 * i}" width="13" height="11"/>`;
	const legend = make("span", { class: "legend" });
	const wide = 14 * swatches.length;
	legend.innerHTML = `<svg class="flame" width="${wide}" height="11" aria-hidden="true">`
		+ swatches.map(swatch).join("")
		+ ["found", "rest"].map(kind => `<rect class="${kind}"/>`).join("")
		+ "<text></text></svg>";
	if (differs)
		legend.prepend("shrank "), legend.append(" grew");
	else
		legend.prepend(`own ${unit} of ${places ? "a line" : "the function"}: 0 `),
			legend.append(" " + (all[0] ? 100 * hottest / all[0] : 0).toFixed(1) + "%");

	const whole = make("button", { type: "button" }, "All");
	const turns = [[paths, "Call paths"], [callers, "Callers"]].map(([to, text]) => {
		const button = make("button", { type: "button" }, text);
		button.addEventListener("click", () => show(to));
		return [to, button];
	});
	const shares = make("input", { type: "checkbox" });
	const search = make("input", { type: "search" }), found = make("output");
	const mark = make("div", { class: "mark", hidden: "" }), canvas = make("canvas"),
		pen = canvas.getContext("2d");
	const field = make("div", { class: "field", tabindex: "0", role: "application",
		"aria-describedby": "flame-box" }, canvas, mark);
	const note = make("p", { class: "note" });
	const title = make("div", { class: "title" }), numbers = make("div");
	const status = make("div", { id: "flame-box", class: "box", role: "status" }, title,
		numbers);
	const turn = make("span", { class: "turn", role: "group",
		"aria-label": "What stands on a box" }, ...turns.map(t => t[1]));
	const tools = make("div", { class: "tools" }, places ? "" : turn,
		make("label", {}, "Search ", search), found, whole);
	if (differs)
		tools.append(make("label", {}, shares, " colour by share"));
	tools.append(legend);
	section.append(tools, field, note, status);

	// what is drawn: boxes row by row, from left to right
	let view = paths, zoomed = null, boxes = [], rows = [], current = null, height = 0,
		deeper = 0;
	let matches = null;

	const add = (node, row, x, w, rest) => {
		const box = { node, row, x, w, rest };
		boxes.push(box);
		(rows[row] = rows[row] || []).push(box);
	};
	/* The boxes below a zoomed one; of many only the nearest. */
	const ancestors = wide => {
		const above = [];
		for (let node = zoomed.parent; node; node = node.parent)
			above.push(node);
		above.reverse();
		if (above.length <= ROWS / 2) {
			above.forEach((node, row) => add(node, row, 0, wide));
			return above.length;
		}
		const near = above.length - ABOVE;
		add(above[0], 0, 0, wide);
		add(above[near - 1], 1, 0, wide, { n: near - 1, text: `${number(near - 1)} more` });
		above.slice(near).forEach((node, row) => add(node, 2 + row, 0, wide));
		return 2 + ABOVE;
	};
	/* The boxes on one; what is narrower than a pixel is one together, if wide enough. */
	const on_top = (box, scale) => {
		const found = [], rest = { n: 0, width: 0 }, row = box.row + 1;
		let x = box.x;
		for (const node of children(box.node)) {
			const w = node.width * scale;
			if (w >= LEAST) {
				found.push({ node, row, x, w });
				x += w;
			} else {
				rest.n++;
				rest.width += node.width;
			}
		}
		rest.text = `${number(rest.n)} more`;
		return rest.width * scale >= LEAST ? [...found,
			{ node: box.node, row, x, w: rest.width * scale, rest }] : found;
	};
	const lay_out = () => {
		const wide = field.clientWidth, scale = zoomed.width ? wide / zoomed.width : 0;
		boxes = [];
		rows = [];
		deeper = 0;
		const waiting = [{ node: zoomed, row: ancestors(wide), x: 0, w: wide }];
		while (waiting.length) {
			const box = waiting.pop();
			add(box.node, box.row, box.x, box.w, box.rest);
			if (box.rest)
				continue;
			if (box.row + 1 === ROWS) {
				deeper += children(box.node).length ? 1 : 0;
				continue;
			}
			waiting.push(...on_top(box, scale).reverse());
		}
	};

	const change = node => {
		const a = node.before / (shares.checked && all_before[0] || 1),
			b = node.after / (shares.checked && all[0] || 1);
		const part = a + b ? (b - a) / (b + a) : 0, size = Math.abs(part);
		return size < 0.005 ? "same" : (part > 0 ? "g" : "s")
			+ (1 + (size >= 0.05) + (size >= 0.15) + (size >= 0.4));
	};
	const kind = box => {
		if (box.rest || (box.node.depth && data.names[box.node.name][0] === "["))
			return "rest";
		if (matches && box.node.depth && matches[box.node.name])
			return "found";
		if (differs)
			return change(box.node);
		return "f" + (hottest ? Math.floor(Math.sqrt(by_name[box.node.name] / hottest)
			* (HEATS - 0.001)) : 0);
	};
	const top = box => (view.up ? height - 1 - box.row : box.row) * ROW;
	const label = (text, room, letter) => {
		const most = Math.floor(room / letter);
		if (text.length <= most && pen.measureText(text).width <= room)
			return text;
		let cut = Array.from(text).slice(0, most - 1);
		while (cut.length && pen.measureText(cut.join("") + "\u2026").width > room)
			cut = cut.slice(0, -1);
		return cut.length ? cut.join("") + "\u2026" : "";
	};
	const draw = () => {
		const scale = window.devicePixelRatio || 1, wide = field.clientWidth, colours = {};
		for (const rect of legend.querySelectorAll("rect"))
			colours[rect.getAttribute("class")] = getComputedStyle(rect).fill;
		const text = getComputedStyle(legend.querySelector("text"));
		canvas.width = Math.round(wide * scale);
		canvas.height = Math.round(height * ROW * scale);
		canvas.style.height = height * ROW + "px";
		pen.setTransform(scale, 0, 0, scale, 0, 0);
		for (const box of boxes) {
			pen.fillStyle = colours[kind(box)];
			pen.globalAlpha = box.node.inlined && !box.rest ? PALE : 1;
			pen.fillRect(box.x, top(box), box.w > 3 ? box.w - 1 : box.w * 0.8, ROW - 1);
		}
		pen.globalAlpha = 1;
		pen.fillStyle = text.fill;
		pen.font = `${text.fontSize} ${text.fontFamily}`;
		const letter = pen.measureText("0").width;
		for (const box of boxes.filter(b => b.w >= 2 * EDGE + 3 * letter)) {
			const name = box.rest ? box.rest.text : data.names[box.node.name];
			pen.fillText(label(name, box.w - 2 * EDGE, letter), box.x + EDGE,
				top(box) + ROW - 6);
		}
	};

	// the line that says what a box is
	const rows_of = new Map();
	for (const row of document.querySelectorAll("#functions tbody tr[id]"))
		rows_of.set(row.querySelector(".name").textContent, row.id);
	for (const link of document.querySelectorAll("#lines td:nth-last-child(2) a"))
		rows_of.set(link.textContent, link.hash.slice(1));
	const named = node => {
		const name = data.names[node.name];
		return rows_of.has(name) ? make("a", { href: "#" + rows_of.get(name) }, name)
			: name;
	};
	const chain = node => {
		const names = [];
		for (; node.parent && names.length < CHAIN; node = node.parent)
			names.push(data.names[node.name]);
		return node.parent ? names.concat("\u2026") : names;
	};
	const of_leaf = node => node.depth > 1 && !view.up
		? " in " + data.names[data.name[node.here[0]]] : "";
	const counts = node => {
		const of = percent(node.after, all[0]), count = view.up ? node.own : node.after;
		const parts = [`${number(node.after)} ${unit}${of_leaf(node)}, ${of}`];
		if (view.up)
			parts.push(`own ${number(node.own)}, ${percent(node.own, all[0])}`);
		if (node.retired)
			parts[parts.length - 1] += `, CPI ${(count / node.retired).toFixed(2)}`;
		if (node.calls)
			parts.push(`${number(node.calls)} call${node.calls === 1 ? "" : "s"}`);
		return node.inlined ? [...parts, "inlined"] : parts;
	};
	const changes = node => {
		const more = Math.abs(node.after - node.before);
		const sign = node.after < node.before ? "\u2212" : node.after > node.before
			? "+" : "";
		const part = node.before ? sign + percent(more, node.before) : "new";
		const counts = `${number(node.before)} \u2192 ${number(node.after)} ${unit}`;
		const both = [percent(node.before, all_before[0]), percent(node.after, all[0])];
		return [`${counts}${of_leaf(node)}: ${sign}${number(more)}, ${part}`,
			`share ${both.join(" \u2192 ")}`];
	};
	const together = rest => rest.width ? [`${number(rest.width)} ${unit}`
		+ `${differs ? " in A and B" : ""}, ${percent(rest.width, all_width[0])}`] : [];
	const say = box => {
		const node = box ? box.node : zoomed, rest = box && box.rest;
		title.replaceChildren(rest ? rest.text + (rest.width
			? ", each narrower than a pixel" : " between") : named(node));
		if (!rest && node.parent)
			chain(node.parent).forEach(name => title.append((view.up
				? " \u2190 " : " \u2192 ") + name));
		numbers.textContent = (rest ? together(rest) : differs
			? changes(node) : counts(node)).join(" \u00b7 ");
	};
	const point = box => {
		current = box;
		mark.hidden = !box;
		if (box) {
			mark.style.left = box.x + "px";
			mark.style.top = top(box) + "px";
			mark.style.width = Math.max(box.w - 1, 2) + "px";
		}
		say(box);
	};

	const refresh = () => {
		const old = height;
		lay_out();
		height = Math.max(height, rows.length);
		if (view.up && old && height > old)
			scrollBy(0, (height - old) * ROW);
		draw();
		whole.disabled = !zoomed.parent;
		const go = deeper === 1 ? "box goes" : "boxes go";
		note.textContent = deeper ? `${number(deeper)} ${go} on beyond`
			+ ` the ${ROWS} rows: look closer at one of them.` : "";
	};
	const zoom = node => {
		zoomed = node;
		refresh();
		point(document.activeElement === field ? boxes.find(box => box.node === node
			&& !box.rest) : null);
	};
	const show = to => {
		view = to;
		turns.forEach(([which, button]) => button.setAttribute("aria-pressed",
			which === to));
		const what = places ? "a place on the one that it is in" : to === paths
			? "a function on the one that calls it"
			: "below a function those that call it";
		field.setAttribute("aria-label",
			`Flame graph, ${what}. Arrows move, Enter looks closer, Escape shows all.`);
		height = 0;
		zoom(view.root());
	};

	const functions = new Set(data.name.slice(1));
	/* Cycles in or below a function of a matching name: each once, whatever calls itself. */
	const look = () => {
		const text = search.value.toLowerCase();
		matches = text ? data.names.map((name, i) => functions.has(i)
			&& name.toLowerCase().includes(text)) : null;
		found.textContent = "";
		if (matches) {
			const inside = new Uint8Array(n);
			let shared = 0, shared_before = 0;
			for (let i = 1; i < n; i++) {
				inside[i] = inside[data.parent[i]] || matches[data.name[i]] ? 1 : 0;
				if (inside[i] && !inside[data.parent[i]]) {
					shared += all[i];
					shared_before += all_before[i];
				}
			}
			const count = matches.filter(Boolean).length;
			const of = differs ? `${number(shared_before)} \u2192 ${number(shared)}`
				: `${percent(shared, all[0])}, ${number(shared)}`;
			const word = count === 1 ? "function" : "functions";
			found.textContent = `${number(count)} ${word}: ${of} ${unit}`;
		}
		draw();
	};

	const beside = (box, step) => rows[box.row][rows[box.row].indexOf(box) + step];
	const child = box => (rows[box.row + 1] || []).find(other => !box.rest && other.x >= box.x
		&& other.x < box.x + box.w);
	const parent = box => (rows[box.row - 1] || []).find(other => other.x <= box.x
		&& other.x + other.w > box.x);
	const keys = {
		[" "]: box => zoom(box.node),
		Enter: box => zoom(box.node),
		Escape: () => zoom(view.root()),
		Home: () => point(boxes[0]),
		ArrowLeft: box => point(beside(box, -1) || box),
		ArrowRight: box => point(beside(box, 1) || box),
		ArrowUp: box => point((view.up ? child : parent)(box) || box),
		ArrowDown: box => point((view.up ? parent : child)(box) || box),
	};
	field.addEventListener("keydown", event => {
		if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey)
			return;
		event.preventDefault();
		keys[event.key](current || boxes.find(box => box.node === zoomed) || boxes[0]);
	});
	const under = event => {
		const area = canvas.getBoundingClientRect(), row =
			Math.floor((event.clientY - area.top) / ROW), x = event.clientX - area.left;
		return (rows[view.up ? height - 1 - row : row] || []).find(box => x >= box.x
			&& x < box.x + Math.max(box.w, 1));
	};
	field.addEventListener("mousemove", event => point(under(event) || null));
	field.addEventListener("mouseleave", () => point(null));
	field.addEventListener("click", event => {
		const box = under(event);
		if (box)
			zoom(box.node);
	});
	field.addEventListener("focus",
		() => { if (!current) point(boxes.find(box => box.node === zoomed)); });
	whole.addEventListener("click", () => zoom(view.root()));
	search.addEventListener("input", look);
	shares.addEventListener("change", draw);
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
	show(paths);
	let known = field.clientWidth;
	new ResizeObserver(() => {
		if (field.clientWidth !== known) {
			known = field.clientWidth;
			refresh();
			point(null);
		}
	}).observe(field);
}
