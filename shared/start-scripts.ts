/** The id of the template with the scripts of a page that is shown without them. */
export const scriptsId = 'scripts'

/**
 * Runs in the page as text, so it can't use anything from outside. Starts the scripts in the template, in their order, once the visitor sees the
 * page: deferred scripts that are in the cache would run before the first paint.
 */
function startScripts(id: string, latestMs: number): void {
  const start = () => {
    const template = document.getElementById(id)
    if (!(template instanceof HTMLTemplateElement)) return // there are none, or they have started
    const scripts = document.importNode(template.content, true)
    for (const script of scripts.querySelectorAll('script')) script.async = false
    template.replaceWith(scripts)
  }
  addEventListener('DOMContentLoaded', () => {
    if (document.hidden) return start() // nothing is painted
    setTimeout(start, latestMs)
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) start()
    }).observe({ type: 'paint', buffered: true })
  })
}

const latestMs = 2_000 // the visitor has gone to another tab, or the browser doesn't report paints

/** The inline script that starts the scripts of a page. */
export const startScriptsScript = `(${startScripts})(${JSON.stringify(scriptsId)},${latestMs})`
