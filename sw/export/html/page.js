"use strict";
(function () {
	const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));
	document.documentElement.classList.add("js");

	// tables: sort by a column, filter by text
	const value = cell => cell.dataset.v !== undefined ? Number(cell.dataset.v)
		: cell.classList.contains("n") ? parseFloat(cell.textContent.replaceAll(",", ""))
		: cell.textContent;
	for (const table of all("table.sortable")) {
		const body = table.tBodies[0];
		all("th[scope]", table).forEach(head => {
			const button = document.createElement("button");
			button.type = "button";
			button.textContent = head.textContent;
			head.replaceChildren(button);
			button.addEventListener("click", () => {
				const up = head.getAttribute("aria-sort") === "descending",
					at = head.cellIndex;
				all("th", table).forEach(th => th.removeAttribute("aria-sort"));
				head.setAttribute("aria-sort", up ? "ascending" : "descending");
				const rows = Array.from(body.rows).sort((a, b) => {
					const x = value(a.cells[at]), y = value(b.cells[at]);
					const d = typeof x === "number" && typeof y === "number"
						? (isNaN(x) ? -1 : x) - (isNaN(y) ? -1 : y)
						: String(x).localeCompare(String(y));
					return up ? d : -d;
				});
				body.append(...rows);
			});
		});
		const label = document.createElement("label"),
			input = document.createElement("input");
		label.className = "filter";
		input.type = "search";
		label.append("Only rows with ", input);
		table.closest(".wide").before(label);
		input.addEventListener("input", () => {
			const text = input.value.toLowerCase();
			for (const row of body.rows)
				row.hidden = !row.textContent.toLowerCase().includes(text);
		});
	}

	// a link into a closed file opens it
	const open = () => {
		const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
		const file = target && target.closest("details");
		if (file && !file.open) {
			file.open = true;
			target.scrollIntoView();
		}
	};
	addEventListener("hashchange", open);
	open();
})();
