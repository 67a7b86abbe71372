// Before the first paint, so that a dark page never flashes white. A file of its own: the policy allows no inline script.
;(() => {
  let chosen
  try {
    chosen = localStorage.getItem('theme')
  } catch {}
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  // Paper is white.
  matchMedia('print').addEventListener('change', ({ matches }) => {
    const root = document.documentElement
    if (matches) root.dataset.before = root.dataset.mantineColorScheme
    root.dataset.mantineColorScheme = matches ? 'light' : root.dataset.before
  })
})()
