// The page's data, which stand before the scripts and which sw/export/html.c describes: what the
// addresses counted, summed up by line, function, file, range of addresses.
const page = JSON.parse(document.getElementById("data").textContent);
const base = path => path.slice(path.lastIndexOf("/") + 1);

// Lines of functions are [file, line, function, count, instructions], the hottest first.
const ticks_of = rows => rows.reduce((sum, row) => sum + row[1], 0);
const sum_up = () => {
	const found = new Map(), { sites, functions } = page;
	for (let i = 0; i < sites.length; i += 6) {
		const [, count, retired, f, file, line] = sites.slice(i, i + 6);
		const key = `${f} ${file} ${line}`, leaf = found.get(key);
		if (leaf) {
			leaf[3] += count;
			leaf[4] += retired;
		} else {
			found.set(key, [file, line, f, count, retired]);
		}
	}
	functions.slice(page.n_functions).forEach(([name, count], i) =>
		found.set(name, [0, 0, page.n_functions + i, count, 0]));
	page.sum = ticks_of(functions);
	page.lines = [...found.values()].sort((a, b) => b[3] - a[3] || a[0] - b[0]
		|| a[2] - b[2] || a[1] - b[1]);
	for (const leaf of page.lines)
		functions[leaf[2]].hottest ||= leaf;
};
/* Directory, file, function, line on one another, where calls are unknown. */
const places = () => {
	const names = new Map(), boxes = new Map();
	const flame = { places: true, parent: [], name: [], own: [], retired: [] };
	const on = (below, text) => {
		if (!names.has(text))
			names.set(text, names.size);
		const key = `${below} ${names.get(text)}`;
		if (!boxes.has(key)) {
			boxes.set(key, flame.parent.push(below) - 1);
			flame.name.push(names.get(text));
			flame.own.push(0);
			flame.retired.push(0);
		}
		return boxes.get(key);
	};
	const root = on(0, "all");
	for (const [file, line, f, count, retired] of page.lines) {
		const path = page.files[file], slash = path.lastIndexOf("/");
		const directory = slash < 0 ? "." : path.slice(0, slash) || "/";
		let at = file ? on(on(root, directory), base(path)) : root;
		at = on(at, page.functions[f][0]);
		at = file ? on(at, `${base(path)}:${line}`) : at;
		flame.own[at] += count;
		flame.retired[at] += page.period === 1 ? retired : 0;
	}
	return { ...flame, names: [...names.keys()] };
};
/* The address space in cells of some bytes: number, count, the function with most of it. */
const cells_of = ({ lo, hi, sites }) => {
	const MOST = 128 * 48, by_cell = new Map();
	let bytes = 4;
	while (Math.ceil((hi - lo) / bytes) > MOST)
		bytes *= 2;
	lo -= lo % bytes;
	for (let i = 0; i < sites.length; i += 6) {
		const cell = Math.floor((sites[i] - lo) / bytes);
		if (!by_cell.has(cell))
			by_cell.set(cell, new Map());
		const counts = by_cell.get(cell), f = sites[i + 3];
		counts.set(f, (counts.get(f) || 0) + sites[i + 1]);
	}
	return { lo, bytes, n: Math.ceil((hi - lo) / bytes), cells: [...by_cell].map(
		([i, counts]) => [i, ticks_of([...counts]),
			[...counts].reduce((a, b) => b[1] > a[1] ? b : a)[0]]) };
};
/* Files with the lines that have counts and some around them, the hottest file first. A line is
   [number, text, count, instructions, machine code]. */
const annotated = () => {
	const files = new Map(page.sources.map(({ file, there, newer, lines }) => {
		const found = new Map();
		for (let i = 0; i < lines.length; i += 2)
			found.set(lines[i], [lines[i], lines[i + 1], 0, 0, []]);
		return [file, { file, there, newer, count: 0, found }];
	}));
	for (const [file, line, , count, retired] of page.lines.filter(leaf => leaf[0])) {
		const { found } = files.get(file);
		if (!found.has(line))
			found.set(line, [line, null, 0, 0, []]);
		files.get(file).count += count;
		found.get(line)[2] += count;
		found.get(line)[3] += retired;
	}
	for (let i = 0; i < page.code.length; i += 5) {
		const [pc, count, file, line, text] = page.code.slice(i, i + 5);
		files.get(file).found.get(line)[4].push([pc, count, text]);
	}
	return [...files.values()].sort((a, b) => b.count - a.count || a.file - b.file)
		.map(file => ({ ...file, lines: [...file.found.values()]
			.sort((a, b) => a[0] - b[0]) }));
};
