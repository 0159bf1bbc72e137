// Draws the page, sorts, filters, unfolds.
const make = (tag, attributes, ...content) => {
	const element = document.createElement(tag);
	for (const name in attributes)
		element.setAttribute(name, attributes[name]);
	element.append(...content.flat().filter(part => part !== null));
	return element;
};
const number = n => n.toLocaleString("en-US");
const percent = (n, of) => (of ? 100 * n / of : 0).toFixed(2) + "%";
const link = (to, text) => make("a", { href: "#" + to }, text);

// ---- tables. A column: its head, class, value of a row to sort by, and cell; without a cell the
// value is a number.
const bar = (part, kind) => {
	const span = make("span", kind ? { class: kind } : {});
	span.style.width = (100 * part).toFixed(2) + "%";
	return span;
};
const bars = part => ({ kind: "bar", cell: row => bar(part(row)) });
const counts = (head, value, kind) => ({ head, kind: "n" + (kind || ""), value });
const draw_cell = (column, row) => make("td", { class: column.kind || "" }, column.cell
	? column.cell(row) : column.value(row) === null ? null : number(column.value(row)));
const draw_row = (columns, row, id) => make("tr", id ? { id } : {},
	columns.map(column => draw_cell(column, row)));
const draw_head = columns => make("thead", {}, make("tr", {}, columns.map(({ head, kind }) =>
	make("th", { class: /^(n|bar|each)\b/.test(kind) ? kind : "",
		...(head ? { scope: "col" } : {}) },
	head || make("span", { class: "hidden" }, "bar")))));
const region = (label, ...content) => make("div", { class: "wide", tabindex: "0",
	role: "region", "aria-label": label }, ...content);

/* A button in each head sorts by its column, downwards first. */
const sort_by = (table, columns, rows, heads) => heads.forEach((head, at) => {
	if (!head.scope)
		return;
	const button = make("button", { type: "button" }, head.textContent);
	const { value } = columns[at];
	head.replaceChildren(button);
	button.addEventListener("click", () => {
		const up = head.getAttribute("aria-sort") === "descending";
		heads.forEach(other => other.removeAttribute("aria-sort"));
		head.setAttribute("aria-sort", up ? "ascending" : "descending");
		rows.sort(([a], [b]) => {
			const x = value(a) ?? -Infinity, y = value(b) ?? -Infinity;
			const d = typeof x === "string" ? x.localeCompare(y) : x > y ? 1
				: x < y ? -1 : 0;
			return up ? d : -d;
		});
		table.tBodies[0].append(...rows.map(([, row]) => row));
	});
});
const filter = rows => {
	const input = make("input", { type: "search" });
	input.addEventListener("input", () => {
		const text = input.value.toLowerCase();
		for (const [, row] of rows)
			row.hidden = !row.textContent.toLowerCase().includes(text);
	});
	return make("label", { class: "filter" }, "Only rows with ", input);
};
/* A section with a table that sorts and filters; names: of the rows' ids. */
const sortable = (id, title, caption, columns, list, names) => {
	const rows = list.map((row, i) => [row, draw_row(columns, row, names && names + i)]);
	const table = make("table", {}, make("caption", {}, caption), draw_head(columns),
		make("tbody", {}, rows.map(([, row]) => row)));
	const wide = region(title, table);
	wide.classList.add("tall");
	sort_by(table, columns, rows, [...table.tHead.rows[0].cells]);
	return make("section", { id }, make("h2", {}, title), filter(rows), wide);
};
const plain_table = (title, columns, rows, caption, more) => region(title, make("table", {},
	caption ? make("caption", {}, caption) : null, draw_head(columns),
	make("tbody", {}, rows.map(row => draw_row(columns, row)), more || null)));

// ---- a profile's tables
const cpi = (count, retired) => ({ head: "CPI", kind: "n cpi",
	value: row => row[retired] ? row[count] * page.period / row[retired] : null,
	cell: row => row[retired] ? (row[count] * page.period / row[retired]).toFixed(2) : null });
/* Percentage, counts and bar of row[at], the CPI by row[retired]. */
const measured = (at, retired, most) => [
	{ head: "percent", kind: "n", value: row => row[at],
		cell: row => percent(row[at], page.sum) },
	counts(page.unit, row => row[at]),
	...(page.period > 1
		? [counts("est. " + page.source_unit, row => row[at] * page.period)] : []),
	...(page.hz ? [{ head: `seconds at ${page.hz} Hz`, kind: "n",
		value: row => row[at] * page.period / page.hz,
		cell: row => String(Number((row[at] * page.period / page.hz).toPrecision(6))) }]
		: []),
	bars(row => most ? row[at] / most : 0), ...(page.cpi ? [cpi(at, retired)] : [])];
const place = (file, line) => `s${file}-${line}`;

const functions = rows => {
	const [NAME, COUNT, RETIRED, FILE, LINE, INCLUSIVE, CALLS] = Array(7).keys();
	const most = Math.max(0, ...rows.slice(0, 1).map(row => row[COUNT]));
	const short = path => path.split("/").slice(-2).join("/");
	const source = row => row[FILE] ? `${short(page.files[row[FILE]])}:${row[LINE]}` : "";
	return sortable("functions", "Functions", `${page.n_functions} functions, inlined code `
		+ "counted where it was put", [...measured(COUNT, RETIRED, most),
		...(page.flame.places ? [] : [
			counts("inclusive", row => row[INCLUSIVE] ?? null),
			counts("calls", row => row[CALLS] ?? null, " calls")]),
		{ head: "function", kind: "name", value: row => row[NAME],
			cell: row => row.hottest && row.hottest[0]
				? link(place(...row.hottest), row[NAME]) : row[NAME] },
		{ head: "source", kind: "file", value: source, cell: row => row[FILE]
			? make("span", { title: page.files[row[FILE]] }, source(row)) : null }],
	rows, "f");
};
const lines = leaves => {
	const all = leaves.filter(leaf => leaf[0]), rows = all.slice(0, 40);
	const [FILE, LINE, FUNCTION, COUNT, RETIRED] = Array(5).keys();
	const name = row => `${base(page.files[row[FILE]])}:${row[LINE]}`;
	const owner = row => page.functions[row[FUNCTION]][0];
	return sortable("lines", "Hottest lines", `${rows.length} of ${all.length} lines with `
		+ "counts; a line that is in several functions has a row for each",
	[...measured(COUNT, RETIRED, rows.length ? rows[0][COUNT] : 0),
		{ head: "line", kind: "name", value: name,
			cell: row => link(place(row[FILE], row[LINE]), name(row)) },
		{ head: "function", kind: "name", value: owner,
			cell: row => link("f" + row[FUNCTION], owner(row)) }], rows);
};
const tree = ({ of, rows, more, hidden }) => {
	const [TEXT, LEVEL, INCLUSIVE, OWN, CALLS] = Array(5).keys();
	const all = page.flame.own.reduce((a, b) => a + b, 0);
	const last = make("tr", {}, make("td"), make("td"), make("td", { class: "n" },
		number(hidden)), make("td", { class: "calls" }), make("td", { class: "bar" }),
	make("td", { class: "name" }, `in ${number(more)} more contexts`));
	const table = plain_table("Call tree", [
		{ head: "percent", kind: "n", cell: row => percent(row[INCLUSIVE], all) },
		counts("inclusive", row => row[INCLUSIVE]), counts("self", row => row[OWN]),
		counts("calls", row => row[CALLS], " calls"),
		bars(row => all ? row[INCLUSIVE] / all : 0),
		{ head: "function", kind: "name", cell: row => row[TEXT] }], rows,
	`Of ${number(of)} calling contexts those of 0.1% and more, the heaviest rows; below `
		+ "a function what it called", more ? last : null);
	table.classList.add("tall");
	rows.forEach((row, i) => table.querySelectorAll("tbody .name")[i].style
		.setProperty("--level", row[LEVEL]));
	return make("section", { id: "tree" }, make("h2", {}, "Call tree"), table);
};
const paragraphs = (text, kind) => text.split("\n").filter(line => line)
	.map(line => make("p", kind ? { class: kind } : {}, line));
const latency = ({ figures, rows, worst }) => {
	const all = rows.reduce((sum, row) => sum + row[2], 0);
	const most = rows.reduce((a, row) => Math.max(a, row[2]), 0);
	return make("section", { id: "latency" }, make("h2", {}, "Latency"),
		paragraphs(figures), rows.length ? plain_table("Latencies", [
			{ head: "percent", kind: "n", cell: row => percent(row[2], all) },
			counts("times", row => row[2]), bars(row => row[2] / most),
			{ head: "cycles", kind: "name", cell: ([lo, hi]) => number(lo)
				+ (hi > lo ? ` to ${number(hi)}` : "") }], rows) : null,
		paragraphs(worst));
};

// ---- the address space: cells of some bytes, the darker the more counts
const map = ({ lo, bytes, n, cells }) => {
	const WIDE = 128, most = cells.reduce((a, cell) => Math.max(a, cell[1]), 0);
	const rows = Math.ceil(n / WIDE), hex = at => "0x" + at.toString(16).padStart(8, "0");
	const range = i => `${hex(lo + i * bytes)}-${hex(lo + (i + 1) * bytes - 1)}`;
	const drawing = (tag, attributes, ...content) => {
		const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
		for (const name in attributes)
			element.setAttribute(name, attributes[name]);
		element.append(...content);
		return element;
	};
	const name = f => page.functions[f][0];
	const svg = drawing("svg", { class: "map", viewBox: `0 0 ${WIDE} ${rows}`, role: "img",
		"aria-label": "Heat map of the address space; the table below has the hottest "
			+ "cells" }, drawing("rect", { class: "all", width: WIDE, height: rows }));
	for (const [i, count, f] of cells) {
		const rect = drawing("rect", { class: "c", x: i % WIDE, y: Math.floor(i / WIDE) },
			drawing("title", {}, `${range(i)} ${name(f)}: ${number(count)} `
				+ page.unit));
		const heat = 100 * Math.log1p(count) / Math.log1p(most);
		rect.style.setProperty("--h", heat.toFixed(0) + "%");
		svg.append(drawing("a", { href: "#f" + f, tabindex: -1 }, rect));
	}
	const hottest = [...cells].sort((a, b) => b[1] - a[1]).slice(0, 10);
	return make("section", { id: "map" }, make("h2", {}, "Address space"), make("p", {},
		`From ${hex(lo)} at the top left to ${hex(lo + n * bytes - 1)} at the bottom `
		+ `right: a cell is ${bytes} bytes, a row ${number(bytes * WIDE)}. Colours are `
		+ `logarithmic, up to ${number(most)} ${page.unit} in a cell `,
	make("span", { class: "key", "aria-hidden": "true" })), svg,
	make("details", {}, make("summary", {}, `The ${hottest.length} hottest cells`),
		plain_table("Hottest cells", [
			{ head: "percent", kind: "n", cell: ([, c]) => percent(c, page.sum) },
			counts(page.unit, ([, c]) => c),
			{ head: "addresses", kind: "name", cell: ([i]) => range(i) },
			{ head: "mostly", kind: "name",
				cell: ([, , f]) => link("f" + f, name(f)) }], hottest)));
};

// ---- annotated source: a file is drawn when it is first opened
const instructions = list => make("pre", { class: "asm" }, list.map(([pc, count, text], i) =>
	(i ? "\n" : "") + (count ? number(count) : "").padStart(10) + "  "
		+ pc.toString(16).padStart(8, "0") + "  " + text).join(""));
const unfolded = (line, list) => make("details", { class: "asm" }, make("summary",
	{ "aria-label": `Instructions of line ${line}` }, String(list.length)),
instructions(list));
const source_line = (file, [line, text, count, retired, code], most) => {
	const cell = (kind, ...content) => make("td", { class: kind }, ...content);
	const row = make("tr", { id: place(file.file, line) }, cell("n", count
		? percent(count, page.sum) : null), cell("n", count ? number(count) : null),
	page.cpi ? cell("n cpi", retired ? (count * page.period / retired).toFixed(2) : null)
		: null, cell("n", String(line)),
	cell("code", text !== null ? text : code.length ? instructions(code) : null),
	file.there && page.code.length ? cell("code beside", code.length ? unfolded(line, code)
		: null) : null);
	if (count) {
		row.className = "hot";
		row.style.setProperty("--h", (100 * Math.sqrt(count / most)).toFixed(0) + "%");
	}
	return row;
};
const source_table = file => {
	const heads = ["percent", page.unit, ...(page.cpi ? ["CPI"] : []), "line"];
	const alone = !file.there && page.code.length, body = make("tbody");
	const most = file.lines.reduce((a, line) => Math.max(a, line[2]), 0);
	let last = 0;
	for (const line of file.lines) {
		if (last && line[0] > last + 1)
			body.append(make("tr", { class: "gap" }, heads.map(head => make("td",
				head === "CPI" ? { class: "cpi" } : {})), make("td", {}, "\u22ef"),
			file.there && page.code.length ? make("td") : null));
		body.append(source_line(file, line, most));
		last = line[0];
	}
	const head = (text, kind) => make("th", { scope: "col", class: kind || "" }, text);
	return region(page.files[file.file], make("table", { class: "source" }, make("thead", {},
		make("tr", {}, heads.map(text => head(text, text === "CPI" ? "n cpi" : "n")),
			head(alone ? "instructions" : "source"),
			file.there && page.code.length ? head("instructions") : null)), body));
};
const source_file = (file, i) => {
	const note = !file.there ? `The source is not here: the ${page.code.length
		? "instructions" : "numbers of its lines"} alone.` : file.newer ? "This file is "
		+ "newer than the ELF: counts may stand beside other lines than they belong to."
		: null;
	const details = make("details", { id: "s" + file.file }, make("summary", {},
		page.files[file.file] + " ", make("b", {}, percent(file.count, page.sum))),
	note ? make("p", { class: "note" }, note) : null);
	const draw = () => {
		if (!details.querySelector("table"))
			details.append(source_table(file));
	};
	details.addEventListener("toggle", draw);
	details.draw = draw;
	if (!i) {
		details.open = true;
		draw();
	}
	return details;
};
const sources = files => make("section", { id: "source" }, make("h2", {}, "Source"), files.length
	? files.map(source_file) : make("p", { class: "note" }, "No code with counts has lines: "
		+ "the ELF has no debug information, or nobody named the ELF."));
/* A link into a closed file opens it. */
const open = () => {
	const name = decodeURIComponent(location.hash.slice(1));
	const file = document.getElementById(name.split("-")[0]);
	if (!file || !file.draw)
		return;
	file.draw();
	file.open = true;
	const target = document.getElementById(name);
	if (target)
		target.scrollIntoView();
};

// ---- tally diff --html
const change = (a, b) => a === b ? "0%" : !a ? "new"
	: (b < a ? "\u2212" : "+") + percent(Math.abs(b - a), a);
const sides = ({ unit, sides: [a, b] }) => {
	const side = (letter, s) => make("tr", {}, make("th", { scope: "row" }, letter),
		make("td", { class: "name" }, s.capture), make("td", { class: "name each" },
			s.firmware), make("td", {}, s.core), make("td", { class: "n" },
			number(s.ticks)), make("td", { class: "n each" }, number(s.instructions)));
	return region("What is compared", make("table", { class: "sides" }, draw_head([
		{ head: " " }, { head: "capture" }, { head: "firmware", kind: "each" },
		{ head: "core" }, { head: unit, kind: "n" },
		{ head: "instructions", kind: "n each" }]), make("tbody", {}, side("A", a),
		side("B", b), make("tr", {}, make("th", { scope: "row" }, "change"), make("td"),
			make("td", { class: "each" }), make("td"), make("td", { class: "n" },
				change(a.ticks, b.ticks)), make("td", { class: "n each" },
				change(a.instructions, b.instructions))))));
};
const changes = ({ of, counted, straddling, rows, rest }) => {
	const caption = `${rows.length} of ${of} rows, the greatest change first; own ${counted}, `
		+ "without those of what is called" + (straddling ? "; counters cover code of "
		+ "several functions: with ~ a row may have counts of others, or others its own"
		: "");
	const [NAME, CLONES, PLACE, A, B, OF] = Array(6).keys(), grown = row => row[B] - row[A];
	const most = Math.max(0, ...rows.slice(0, 1).map(row => Math.abs(grown(row))));
	const columns = [
		{ head: "change", kind: "n", value: grown, cell: row => (grown(row) > 0 ? "+"
			: grown(row) < 0 ? "\u2212" : "") + number(Math.abs(grown(row))) },
		{ head: "of A", kind: "n", value: row => row[A] ? grown(row) / row[A] : null,
			cell: row => row[OF] === "" ? change(row[A], row[B]) : row[OF] },
		counts("A", row => row[A], " each"), counts("B", row => row[B], " each"),
		{ kind: "bar", cell: row => grown(row) && most ? bar(Math.abs(grown(row)) / most,
			grown(row) > 0 ? "grew" : "shrank") : null },
		{ head: "function", kind: "name", value: row => row[NAME], cell: row => row[CLONES]
			? [row[NAME], make("br"), make("small", {}, row[CLONES])] : row[NAME] },
		{ head: "source", kind: "file", value: row => row[PLACE],
			cell: row => row[PLACE] }];
	const section = sortable("functions", "What grew and shrank", caption, columns, rows, "f");
	const of_rest = column => column.kind === "bar" ? { ...column, cell: () => null } : column;
	if (rest)
		section.querySelector("table").append(make("tfoot", {},
			draw_row(columns.map(of_rest), rest)));
	return section;
};

// ---- all of it
const of_diff = "sides" in page;
const flame = places => {
	const { unit } = page, box = places ? "A box is a directory, a file, a function or a line, "
		+ "in the one below it; " : "A box is a function, called by the one below it"
		+ (of_diff ? ", in A, in B or in both; " : "; ");
	const width = `its width is its ${unit} ${of_diff ? "in A and B together " : ""}with those `
		+ `of all ${places ? "in it" : "that it calls"}. `;
	const colour = of_diff ? "Its colour is how they changed from A to B. "
		: places ? "" : "Pale ones are inlined. ";
	const turn = places ? "" : `Callers turns this round: functions by their own ${unit}, and `
		+ "below them who called them. ";
	return make("section", { id: "flame" }, make("h2", {}, "Flame graph"
		+ (of_diff ? " of both" : places ? " by file and function" : "")), make("p", {},
		box + width + colour + turn
		+ "Click or Enter looks closer, Escape comes back, arrows move."));
};
if (!of_diff) {
	sum_up();
	page.flame ||= places();
}
const parts = of_diff ? { "Flame graph": flame(), "What grew and shrank": changes(page) } : {
	"Flame graph": flame(page.flame.places), "Functions": functions(page.functions),
	...(page.tree ? { "Call tree": tree(page.tree) } : {}), "Lines": lines(page.lines),
	...(page.latency ? { "Latency": latency(page.latency) } : {}),
	"Addresses": map(cells_of(page)), "Source": sources(annotated()) };
const facts = ({ core, how, cycles, instructions, ticks, period, hz, end }) => Object.entries({
	core, counted: how, cycles: cycles && number(cycles),
	instructions: instructions && number(instructions),
	CPI: cycles && instructions && (cycles / instructions).toFixed(3),
	time: hz && `${Number((ticks * period / hz).toPrecision(6))} s, computed for ${hz} Hz`,
	end }).filter(([, value]) => value)
	.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value)));
document.title = page.title + " - tally";
const links = Object.entries(parts).flatMap(([name, part]) => [link(part.id, name), " "]);
document.body.prepend(
	make("a", { class: "skip", href: "#functions" }, "To the functions"),
	make("header", {}, make("h1", {}, page.title), of_diff ? sides(page)
		: [make("dl", { class: "facts" }, facts(page)),
			...paragraphs(page.invariants, "invariant")]),
	make("nav", { "aria-label": "Parts of the page" }, links),
	make("main", {}, Object.values(parts)),
	make("footer", {}, make("p", {}, "Written by tally. " + (page.flame.places
		? "A sample holds no callers: nothing here is a call stack." : ""))));
addEventListener("hashchange", open);
open();
