// Before the first paint, so that no page flashes white or changes its frame. A file of its own: the policy allows no inline script.
// The same rules as web/core/layout.ts, which takes over when the app is there; a test holds the two together.
;(() => {
  const root = document.documentElement
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const chosen = () => {
    const before = read('theme')
    if (before !== null) {
      const copy = { username: null, chosen: { layoutColor: before }, unsaved: false }
      if (read('layout') === null) localStorage.setItem('layout', JSON.stringify(copy))
      localStorage.removeItem('theme')
    }
    try {
      return JSON.parse(read('layout')).chosen ?? {}
    } catch {
      return {}
    }
  }
  const narrow = matchMedia('(width < 1140px)')
  const darkSystem = matchMedia('(prefers-color-scheme: dark)')
  const paint = () => {
    const { layoutColor = 'auto', ...rest } = chosen()
    const layout = {
      layoutMode: 'vertical',
      layoutWidth: 'fluid',
      menuPosition: 'fixed',
      leftSideBarTheme: 'light',
      leftSideBarType: 'default',
      showSidebarUserInfo: false,
      showTwoToneIcons: false,
      topbarTheme: 'light',
      twoColumnTheme: 'light',
      ...rest,
    }
    if (narrow.matches) {
      layout.leftSideBarType = 'full'
      if (layout.layoutMode !== 'detached') layout.layoutMode = 'vertical'
    }
    const dark = layoutColor === 'auto' ? darkSystem.matches : layoutColor === 'dark'
    Object.assign(root.dataset, layout, { mantineColorScheme: dark ? 'dark' : 'light' })
  }
  paint()
  // Somebody is signed in: the frame of the shell stands there until the app draws it.
  if (read('token') && read('user') && !/^\/(auth|public)\//i.test(location.pathname)) root.dataset.frame = 'empty'
  darkSystem.addEventListener('change', paint)
  // Paper is white.
  matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) root.dataset.before = root.dataset.mantineColorScheme
    root.dataset.mantineColorScheme = matches ? 'light' : root.dataset.before
  })
})()
