// Search in a folder. A page from a file may not start a worker, so what would run in one runs in a hidden frame:
// beside the page, not behind it, and so not before somebody searches.
if (location.protocol === "file:") {
  const searching = new Promise((begin) => {
    addEventListener("focusin", ({ target }) => target.matches(".md-search__input") && begin())
  })

  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(address) {
      super()
      this.inside = searching.then(() => this.started(address))
    }

    async started(address) {
      const frame = document.createElement("iframe")
      frame.hidden = true
      frame.srcdoc = `<script src="${address}"></` + "script>"
      document.body.append(frame)
      await new Promise((loaded) => frame.addEventListener("load", loaded))
      frame.contentWindow.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }))
      return frame.contentWindow
    }

    async postMessage(data) {
      const inside = await this.inside
      inside.dispatchEvent(new MessageEvent("message", { data }))
    }
  }
}
