// The search field and the list of matches.

export class Search {
  #matches = [];
  #current = -1;
  #running = null;

  constructor(form, results, pages, connection) {
    Object.assign(this, { form, results, pages, connection });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = form.elements.text.value.trim();
      if (text && text === this.text) this.#show(this.#current + 1);
      else this.#find(text);
    });
    form.elements.text.addEventListener("input", () => {
      if (!form.elements.text.value) this.#find("");
    });
  }

  async #find(text) {
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    this.text = text;
    this.#matches = [];
    this.pages.showMatches([], null);
    this.results.hidden = !text;
    if (!text) return;
    this.#say("Searching…");
    try {
      const query = new URLSearchParams({ text, from: this.pages.current });
      const found = await (await this.connection.get(`/search?${query}`, running.signal)).json();
      this.#matches = found.matches;
      this.#list(found);
      if (found.matches.length) this.#show(0);
    } catch (error) {
      if (error.name !== "AbortError") this.#say(error.message);
    }
  }

  #say(text) {
    const line = document.createElement("p");
    line.textContent = text;
    this.results.replaceChildren(line);
  }

  #list(found) {
    const count = found.matches.length;
    this.#say(count === 0 ? "Nothing found." : `${count} found${found.isComplete ? "" : ", and there may be more"}`);
    this.results.append(...found.matches.map((match, index) => {
      const button = document.createElement("button");
      const page = document.createElement("small");
      const word = document.createElement("mark");
      page.textContent = `Page ${match.page + 1}`;
      word.textContent = match.text;
      button.append(page, match.before, word, match.after);
      button.addEventListener("click", () => this.#show(index));
      return button;
    }));
  }

  #show(index) {
    if (!this.#matches.length) return;
    this.#current = index % this.#matches.length;
    const match = this.#matches[this.#current];
    this.pages.goTo(match.page, Math.max(0, (match.frames[0]?.y ?? 0) - 120));
    this.pages.showMatches(this.#matches, match);
    const buttons = [...this.results.querySelectorAll("button")];
    for (const [place, button] of buttons.entries()) button.classList.toggle("current", place === this.#current);
    buttons[this.#current]?.scrollIntoView({ block: "nearest" });
  }
}
