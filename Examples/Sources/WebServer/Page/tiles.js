// The picture of one page: layers of tiles, one for each scale. Those of other scales are stretched until the new ones are there.

const margin = 0.25; // of the window, on each side

export class Tiles {
  #layers = new Map(); // scale → { element, tiles }
  edition = "";
  version = 0;
  error = null;

  constructor(connection, page, index, size, tileSize) {
    Object.assign(this, { connection, page, index, size, tileSize });
  }

  /// Shows a part of the page, in points, at a zoom. While the zoom changes what is there is stretched, and nothing loaded.
  show(area, zoom, isZooming = false) {
    this.zoom = zoom;
    this.area = area;
    for (const [scale, layer] of this.#layers) layer.element.style.transform = `scale(${zoom / scale})`;
    if (isZooming && this.#layers.size > 0) return;
    const scale = Math.min(16, Math.max(0.05, zoom * devicePixelRatio));
    if (!this.#layers.has(scale)) {
      const element = document.createElement("div");
      element.className = "layer";
      element.style.transform = `scale(${zoom / scale})`;
      this.page.insertBefore(element, this.page.querySelector(".ink"));
      this.#layers.set(scale, { element, tiles: new Map() });
    }
    const wanted = this.#names(scale, area, margin);
    for (const [other, layer] of this.#layers) {
      for (const [name, tile] of layer.tiles) {
        if (other === scale ? wanted.has(name) : tile.image) continue;
        this.#drop(layer, name);
      }
    }
    for (const [name, place] of wanted) {
      if (!this.#layers.get(scale).tiles.has(name)) this.#load(scale, name, place);
    }
    this.#settle(scale);
  }

  /// Draws what an edit changed again; what is shown stays until then. The promise ends when it is there.
  refresh(area, version) {
    this.version = version;
    const loads = [];
    for (const [scale, layer] of this.#layers) {
      for (const [name, place] of this.#names(scale, area, 0)) {
        if (layer.tiles.has(name)) loads.push(this.#load(scale, name, place));
      }
    }
    return Promise.allSettled(loads);
  }

  retry() {
    this.error = null;
    this.show(this.area, this.zoom);
  }

  close() {
    this.area = null;
    for (const layer of this.#layers.values()) {
      for (const name of [...layer.tiles.keys()]) this.#drop(layer, name);
      layer.element.remove();
    }
    this.#layers.clear();
  }

  /// The tiles that an area touches, by their names; those in the middle first.
  #names(scale, area, margin) {
    const side = this.tileSize / scale;
    const clamp = (value, length) => Math.max(0, Math.min(Math.ceil(length / side) - 1, Math.floor(value / side)));
    const extra = { x: area.width * margin, y: area.height * margin };
    const [left, right] = [area.x - extra.x, area.x + area.width + extra.x].map((x) => clamp(x, this.size.width));
    const [top, bottom] = [area.y - extra.y, area.y + area.height + extra.y].map((y) => clamp(y, this.size.height));
    const places = [];
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const distance = Math.hypot(
          (column + 0.5) * side - (area.x + area.width / 2), (row + 0.5) * side - (area.y + area.height / 2));
        places.push({ column, row, distance });
      }
    }
    places.sort((a, b) => a.distance - b.distance);
    return new Map(places.map((place) => [`${place.column}/${place.row}`, place]));
  }

  async #load(scale, name, place) {
    if (this.error) return;
    const layer = this.#layers.get(scale);
    const tile = layer.tiles.get(name) ?? {};
    tile.loading?.abort();
    const loading = (tile.loading = new AbortController());
    layer.tiles.set(name, tile);
    try {
      const address = `/pages/${this.index}/tiles/${scale}/${name}?v=${this.edition}-${this.version}`;
      const image = await this.#image(address, loading.signal);
      if (tile.loading !== loading) return;
      image.style.left = `${place.column * this.tileSize}px`;
      image.style.top = `${place.row * this.tileSize}px`;
      if (tile.image) tile.image.replaceWith(image);
      else layer.element.append(image);
      tile.image = image;
      tile.loading = null;
      this.#settle(scale);
    } catch (error) {
      if (tile.loading !== loading || error.name === "AbortError") return;
      layer.tiles.delete(name);
      if (error.status === 429 || error.status === undefined) {
        setTimeout(() => this.area && this.show(this.area, this.zoom), 500);
      } else {
        this.error = error.message;
        this.page.dispatchEvent(new CustomEvent("failed", { detail: error.message }));
      }
    }
  }

  async #image(address, signal) {
    const blob = await (await this.connection.get(address, signal)).blob();
    const image = new Image();
    image.alt = "";
    image.draggable = false;
    image.src = URL.createObjectURL(blob);
    try {
      await image.decode();
    } finally {
      URL.revokeObjectURL(image.src);
    }
    return image;
  }

  /// Once all of what is seen is there at this scale, other scales are not needed.
  #settle(scale) {
    const current = this.#layers.get(scale);
    if (!current || !this.area) return;
    for (const name of this.#names(scale, this.area, 0).keys()) if (!current.tiles.get(name)?.image) return;
    this.page.dataset.shown = "yes";
    for (const [other, layer] of this.#layers) {
      if (other === scale) continue;
      for (const name of [...layer.tiles.keys()]) this.#drop(layer, name);
      layer.element.remove();
      this.#layers.delete(other);
    }
  }

  #drop(layer, name) {
    const tile = layer.tiles.get(name);
    layer.tiles.delete(name);
    const loading = tile.loading;
    tile.loading = null;
    loading?.abort();
    tile.image?.remove();
  }
}
