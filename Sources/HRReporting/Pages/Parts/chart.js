// Drawing in SVG: axes with round numbers, lines with gaps, dots.
const Chart = (() => {
  const make = (name, attributes = {}, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const titled = (element, title) => { element.append(make("title", {}, title)); return element; };
  // Round numbers from low to high, about so many.
  const ticks = (low, high, count) => {
    const raw = (high - low) / Math.max(1, count);
    if (!(raw > 0) || !Number.isFinite(raw)) return [low];
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = power * ([1, 2, 5].find((one) => one * power >= raw) ?? 10);
    const result = [];
    for (let place = Math.ceil(low / step - 1e-9); place * step <= high + step * 1e-9; place += 1) result.push(place * step);
    return result;
  };
  const text = (value, decimals = 1) => value.toFixed(decimals).replace("-", "−");
  const short = (value) => {
    const size = Math.abs(value);
    return text(value, size >= 100 || Number.isInteger(value) ? 0 : size >= 1 ? 1 : 2).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
  };
  // An empty chart: `x` and `y` are { low, high, title }.
  const frame = (width, height, x, y, label, margins = {}) => {
    const m = { left: 52, right: 10, top: 10, bottom: 40, ...margins };
    const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "drawing" });
    const px = (value) => m.left + ((value - x.low) / (x.high - x.low || 1)) * (width - m.left - m.right);
    const py = (value) => height - m.bottom - ((value - y.low) / (y.high - y.low || 1)) * (height - m.top - m.bottom);
    for (const tick of ticks(y.low, y.high, Math.max(2, height / 60))) {
      svg.append(make("path", { class: "grid", d: `M${m.left} ${py(tick).toFixed(1)}H${width - m.right}` }));
      svg.append(make("text", { class: "faint", x: m.left - 6, y: py(tick) + 4, "text-anchor": "end", "font-size": 12 }, short(tick)));
    }
    for (const tick of ticks(x.low, x.high, Math.max(2, width / 110))) {
      svg.append(make("path", { class: "grid", d: `M${px(tick).toFixed(1)} ${m.top}V${height - m.bottom}` }));
      svg.append(make("text", { class: "faint", x: px(tick), y: height - m.bottom + 16, "text-anchor": "middle", "font-size": 12 }, short(tick)));
    }
    svg.append(make("path", { class: "frame", d: `M${m.left} ${m.top}V${height - m.bottom}H${width - m.right}` }));
    svg.append(make("text", { class: "ink", x: (m.left + width - m.right) / 2, y: height - 6, "text-anchor": "middle", "font-size": 12.5 }, x.title));
    const middle = (m.top + height - m.bottom) / 2;
    svg.append(make("text", { class: "ink", x: 13, y: middle, "text-anchor": "middle", "font-size": 12.5, transform: `rotate(-90 13 ${middle})` }, y.title));
    return { svg, px, py, left: m.left, right: width - m.right, top: m.top, bottom: height - m.bottom };
  };
  // A path through points; what is no number leaves a gap.
  const line = (points) => {
    let d = "";
    let isOpen = false;
    for (const [x, y] of points) {
      if (Number.isNaN(y)) { isOpen = false; continue; }
      d += `${isOpen ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
      isOpen = true;
    }
    return d;
  };
  const shapes = [
    (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`,
    (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`,
    (x, y, r) => `M${x} ${y - 1.2 * r}L${x + 1.1 * r} ${y + r}L${x - 1.1 * r} ${y + r}Z`,
    (x, y, r) => `M${x} ${y - 1.3 * r}L${x + 1.3 * r} ${y}L${x} ${y + 1.3 * r}L${x - 1.3 * r} ${y}Z`,
    (x, y, r) => `M${x} ${y + 1.2 * r}L${x + 1.1 * r} ${y - r}L${x - 1.1 * r} ${y - r}Z`,
    (x, y, r) => `M${x - 0.4 * r} ${y - 1.2 * r}h${0.8 * r}v${0.8 * r}h${0.8 * r}v${0.8 * r}h${-0.8 * r}v${0.8 * r}h${-0.8 * r}v${-0.8 * r}h${-0.8 * r}v${-0.8 * r}h${0.8 * r}Z`,
    (x, y, r) => `M${x - 1.1 * r} ${y - 1.1 * r}h${2.2 * r}L${x - 1.1 * r} ${y + 1.1 * r}h${2.2 * r}Z`,
    (x, y, r) => `M${x - 1.2 * r} ${y + 0.6 * r}L${x} ${y - 1.3 * r}L${x + 1.2 * r} ${y + 0.6 * r}L${x + 0.5 * r} ${y + 1.1 * r}L${x} ${y}L${x - 0.5 * r} ${y + 1.1 * r}Z`,
  ];
  // The name of a detector's style: "s" of lines, "m" of markers. Detectors without a style of their own are grey.
  const styled = (kind, style) => `${kind}${style ?? "Rest"}`;
  // Shapes tell series apart without colour; they are those of the figures.
  const marker = (style, x, y, r = 3.2) => shapes[(style ?? 0) % shapes.length](Number(x.toFixed(1)), Number(y.toFixed(1)), r);
  const quantile = (values, share) => {
    const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
    return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] : NaN;
  };
  return { make, titled, ticks, text, short, frame, line, marker, styled, quantile };
})();
