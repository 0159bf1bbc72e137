// SPDX-License-Identifier: ISC
// Browsers start no worker for pages opened as files: search runs in a hidden frame there.
if (location.protocol === "file:")
	window.Worker = class extends EventTarget {
		constructor(url) {
			super();
			const frame = document.createElement("iframe");
			frame.hidden = true;
			document.body.append(frame);
			const inside = frame.contentWindow;
			inside.postMessage = data =>
				this.dispatchEvent(new MessageEvent("message", { data }));
			const script = inside.document.createElement("script");
			script.src = new URL(url, location);
			const loaded = new Promise(done => { script.onload = done; });
			inside.document.body.append(script);
			this.postMessage = data => loaded.then(() =>
				inside.dispatchEvent(new MessageEvent("message", { data })));
		}
	};
