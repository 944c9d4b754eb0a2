// The text of one page, invisible over its picture, so that the browser selects it.

const ruler = document.createElement("canvas").getContext("2d");

export class Text {
  constructor(page) {
    this.element = document.createElement("div");
    this.element.className = "words";
    page.append(this.element);
  }

  fill(words) {
    const spans = words.map(({ start, text, endsLine, frame }) => {
      const span = document.createElement("span");
      const isUpright = frame.height > 2 * frame.width && text.length > 2;
      const size = isUpright ? frame.width : frame.height;
      const length = isUpright ? frame.height : frame.width;
      ruler.font = `${size}px sans-serif`;
      const stretch = length / Math.max(0.1, ruler.measureText(text).width);
      span.dataset.start = start;
      span.textContent = text + (endsLine ? "\n" : " ");
      span.style.fontSize = `${size}px`;
      if (isUpright) {
        span.style.left = `${frame.x}px`;
        span.style.top = `${frame.y + frame.height}px`;
        span.style.transform = `rotate(-90deg) scaleX(${stretch})`;
      } else {
        span.style.left = `${frame.x}px`;
        span.style.top = `${frame.y}px`;
        span.style.transform = `scaleX(${stretch})`;
      }
      return span;
    });
    this.element.replaceChildren(...spans);
  }

  zoom(zoom) {
    this.element.style.transform = `scale(${zoom})`;
  }

  /// The stretch of the page's text that is selected, in Unicode scalars; null if none of it is.
  selected() {
    const selection = getSelection();
    if (selection.isCollapsed || selection.rangeCount === 0) return null;
    const range = selection.getRangeAt(0);
    if (!range.intersectsNode(this.element)) return null;
    let from = Infinity;
    let to = -1;
    for (const span of this.element.children) {
      const node = span.firstChild;
      if (!node || !range.intersectsNode(node)) continue;
      const begin = node === range.startContainer ? range.startOffset : 0;
      const end = node === range.endContainer ? range.endOffset : node.length - 1;
      if (end <= begin) continue;
      const place = (offset) => Number(span.dataset.start) + [...node.data.slice(0, offset)].length;
      from = Math.min(from, place(begin));
      to = Math.max(to, place(Math.min(end, node.length - 1)));
    }
    return from < to ? { from, to } : null;
  }
}
