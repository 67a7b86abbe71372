/** In the page: where the first row of a screen that is a list begins, and how far the page can be scrolled; null on other screens. */
export const measureList = () => {
  if (!document.querySelector('[data-fills-window]')) return null
  const row = document.querySelector('tbody tr')
  return {
    firstRow: row ? Math.round(row.getBoundingClientRect().top) : null,
    scrolls: document.documentElement.scrollHeight - innerHeight,
  }
}
