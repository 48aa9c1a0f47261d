// What a reader takes along: a table as CSV, a figure as SVG or as PNG. The page makes the files itself and asks for none.
const Take = (() => {
  const main = document.getElementById("main");
  const run = document.title.replace(/ – hreval$/, "");
  const figures = "figure svg, .chart svg.drawing:not(.legend svg)";
  const plain = (element) => {
    const copy = element.cloneNode(true);
    for (const mark of copy.querySelectorAll(".term, .take")) mark.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  };
  // Headings that stand over an element, from the section's to the nearest, and the bold words right before it.
  const headings = (element) => {
    const found = [];
    const before = element.previousElementSibling;
    const bold = before?.matches("p") ? before.firstElementChild : null;
    if (bold?.matches("strong") && bold === before.firstChild) found.unshift(plain(bold));
    for (let at = element; at && at !== main; at = at.parentElement) {
      for (let one = at; one; one = one.previousElementSibling) {
        if (!one.matches("h1, h2, h3, h4, summary")) continue;
        found.unshift(plain(one));
        break;
      }
    }
    return found.filter((one, place) => one !== found[place - 1]).join(", ") || run;
  };
  // No system takes names of any length.
  const fileName = (title) => `${run} ${title}`.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 80).replace(/^-+|-+$/g, "");
  const save = (blob, name) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  };

  // A table as it is seen: its visible rows in their order.
  const figure = String.raw`[-−+]?(?:\d[\d,]*)?\.?\d+`;
  const asNumber = (text) => (new RegExp(`^${figure}$`).test(text) ? text.replace("−", "-").replaceAll(",", "") : null);
  // A figure with its interval, or a range, and words in brackets behind it: "0.4 [0.1, 0.9]", "0.4 (n=4)".
  const interval = new RegExp(`^(${figure})(?: \\[(${figure}), (${figure})\\])?(?: \\((.*)\\))?$`);
  const range = new RegExp(`^(${figure}) to (${figure})()(?: \\((.*)\\))?$`);
  // Spreadsheet programs take a text that begins like this for a formula.
  const field = (text) => {
    const safe = /^'*[=+\-@]/.test(text) ? `'${text}` : text;
    return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const named = (cell) => plain(cell).replace(/ †$/, "");
  const whole = (cell, isHeat) => {
    const text = named(cell);
    const isNumeric = isHeat || cell.classList.contains("n");
    return (isNumeric ? asNumber(text) : null) ?? field(isNumeric && text === "–" ? "" : text);
  };
  // What a column becomes: one of the CSV's, or several for a figure, the ends of its interval and the words behind it.
  const column = (cells) => {
    const texts = cells.filter((cell) => cell.classList.contains("n")).map(plain).filter((text) => text !== "" && text !== "–");
    const pattern = texts.some((text) => / \[.*\]/.test(text)) ? interval : texts.some((text) => range.test(text)) ? range
      : texts.some((text) => /^\S+ \(.*\)$/.test(text) && interval.test(text)) ? interval : null;
    if (!pattern) return null;
    const hasNotes = texts.some((text) => !pattern.test(text) || pattern.exec(text)[4] !== undefined);
    const hasEnds = pattern === range || texts.some((text) => pattern.exec(text)?.[2] !== undefined);
    return { pattern, names: [...(pattern === range ? [] : [""]), ...(hasEnds ? [" low", " high"] : []), ...(hasNotes ? [" note"] : [])], hasEnds, hasNotes };
  };
  const parts = (cell, kind, isHeat) => {
    if (!kind) return [cell ? whole(cell, isHeat) : ""];
    const text = cell ? plain(cell) : "";
    const found = kind.pattern.exec(text);
    const numbers = kind.pattern === range ? [found?.[1], found?.[2]] : [found?.[1], ...(kind.hasEnds ? [found?.[2], found?.[3]] : [])];
    const note = found ? found[4] ?? "" : text === "–" ? "" : text;
    return [...numbers.map((number) => (number ? asNumber(number) : "")), ...(kind.hasNotes ? [field(note)] : [])];
  };
  const csv = (table) => {
    const isHeat = table.classList.contains("heat");
    const head = table.tHead ? [...table.tHead.rows[0].cells] : [];
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]).filter((row) => !row.hidden);
    const width = Math.max(head.length, ...rows.map((row) => row.cells.length));
    // What is drawn has no figures of its own.
    const shown = [...Array(width).keys()].filter((place) => !head[place]?.classList.contains("drawn"));
    const kinds = shown.map((place) => column(rows.map((row) => row.cells[place]).filter((cell) => cell !== undefined)));
    const title = (place) => (head[place] ? head[place].title || plain(head[place]) : "");
    const lines = head.length > 0
      ? [shown.flatMap((place, index) => (kinds[index]?.names ?? [""]).map((end) => field(title(place) + end)))] : [];
    for (const row of rows) {
      lines.push(shown.flatMap((place, index) => parts(row.cells[place], kinds[index], isHeat && place > 0)));
    }
    return lines.map((line) => `${line.join(",")}\r\n`).join("");
  };

  // A figure as a file of its own, in light colours: its looks, which come from the page's style, are written on it.
  const space = "http://www.w3.org/2000/svg";
  const inherited = [
    "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
    "paint-order", "text-anchor", "font-family", "font-size", "font-weight", "font-style",
  ];
  const own = { opacity: "1", "vector-effect": "none", "dominant-baseline": "auto" };
  const written = (element, copy, above) => {
    const style = getComputedStyle(element);
    const look = {};
    for (const name of inherited) {
      look[name] = style.getPropertyValue(name).replace(/(\d)px/g, "$1");
      if (look[name] !== above[name]) copy.setAttribute(name, look[name]);
      else copy.removeAttribute(name);
    }
    for (const [name, usual] of Object.entries(own)) {
      if (style.getPropertyValue(name) !== usual) copy.setAttribute(name, style.getPropertyValue(name));
    }
    for (const { name } of [...copy.attributes]) {
      if (/^(data-|aria-)|^(class|style|role|tabindex|id)$/.test(name)) copy.removeAttribute(name);
    }
    [...element.children].forEach((child, place) => written(child, copy.children[place], look));
  };
  const make = (name, attributes, text = "") => {
    const element = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
  };
  // The legend stands beside the chart as a list; in the file it stands below it, laid out as on the page.
  const withLegend = (svg, copy, width, height) => {
    const list = svg.parentElement.querySelector(":scope > ul.legend");
    const scale = width / svg.getBoundingClientRect().width;
    if (!list || !Number.isFinite(scale)) return 0;
    const box = list.getBoundingClientRect();
    for (const item of list.children) {
      const at = item.getBoundingClientRect();
      const sample = item.querySelector("svg");
      const [left, top] = [(at.left - box.left) * scale, height + (at.top - box.top) * scale];
      const entry = make("g", { transform: `translate(${left} ${top}) scale(${scale})` });
      const drawn = sample.cloneNode(true);
      written(sample, drawn, {});
      for (const [key, value] of Object.entries({ x: 0, y: 4, width: 34, height: 14 })) drawn.setAttribute(key, value);
      entry.append(drawn, make("text", {
        x: 40, y: 16, "font-size": 14, "font-family": getComputedStyle(item).fontFamily, fill: getComputedStyle(item).color,
      }, plain(item)));
      copy.append(entry);
    }
    return box.height * scale + 4;
  };
  const drawing = (svg) => {
    const root = document.documentElement;
    const theme = root.dataset.theme;
    root.dataset.theme = "light";
    const copy = svg.cloneNode(true);
    const [x, y, width, shown] = svg.getAttribute("viewBox").split(/[ ,]+/).map(Number);
    written(svg, copy, {});
    const height = shown + withLegend(svg, copy, width, y + shown);
    const ground = getComputedStyle(document.body).backgroundColor;
    if (theme === undefined) delete root.dataset.theme;
    else root.dataset.theme = theme;
    for (const link of copy.querySelectorAll("a")) {
      const group = make("g", {});
      for (const { name, value } of link.attributes) if (!/href|target|rel/.test(name)) group.setAttribute(name, value);
      group.append(...link.childNodes);
      link.replaceWith(group);
    }
    for (const [key, value] of Object.entries({ width, height, viewBox: `${x} ${y} ${width} ${height}` })) copy.setAttribute(key, value);
    const title = make("title", {}, svg.getAttribute("aria-label") ?? "");
    copy.prepend(title, make("rect", { x, y, width, height, fill: ground, stroke: "none" }));
    return { text: new XMLSerializer().serializeToString(copy), width, height };
  };
  // Points of the picture for each unit of the drawing, enough for print.
  const sharpness = 3;
  const picture = async (svg) => {
    const { text, width, height } = drawing(svg);
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.round(sharpness * width), Math.round(sharpness * height)];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((done, fail) => {
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("The figure is too large for a picture."))), "image/png");
    });
  };

  const kinds = {
    CSV: {
      what: "table",
      blob: (box) => new Blob([csv(box.matches("table") ? box : box.querySelector("table"))], { type: "text/csv" }),
    },
    SVG: {
      what: "figure",
      blob: (svg) => new Blob([`<?xml version="1.0" encoding="UTF-8"?>\n${drawing(svg).text}\n`], { type: "image/svg+xml" }),
    },
    PNG: { what: "figure", blob: picture },
  };
  const offer = (box, title, offered) => {
    const given = new Set([...document.querySelectorAll(".take")].map((one) => one.dataset.file));
    const file = fileName(title);
    let number = 1;
    while (given.has(number === 1 ? file : `${file}-${number}`)) number += 1;
    const name = number === 1 ? title : `${title} (${number})`;
    const take = document.createElement("div");
    take.className = "take";
    take.dataset.file = number === 1 ? file : `${file}-${number}`;
    for (const kind of offered) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = kind;
      button.setAttribute("aria-label", `Save this ${kinds[kind].what} as ${kind}: ${name}`);
      button.addEventListener("click", async () => {
        try { save(await kinds[kind].blob(box), `${take.dataset.file}.${kind.toLowerCase()}`); } catch (problem) {
          button.textContent = `${kind} failed`;
          button.title = String(problem);
        }
      });
      take.append(button);
    }
    box.after(take);
  };
  const isOffered = (box) => box.nextElementSibling?.classList.contains("take");
  const offerAll = () => {
    for (const table of main.querySelectorAll("table")) {
      const box = table.closest(".scroll") ?? table;
      if (!isOffered(box)) offer(box, table.caption?.textContent ?? box.getAttribute("aria-label") ?? headings(box), ["CSV"]);
    }
    for (const svg of main.querySelectorAll(figures)) {
      if (!isOffered(svg)) offer(svg, svg.getAttribute("aria-label") ?? headings(svg), ["SVG", "PNG"]);
    }
  };
  offerAll();
  // Charts and tables that are drawn later, or anew.
  new MutationObserver(offerAll).observe(main, { childList: true, subtree: true });
  return { offerAll };
})();
