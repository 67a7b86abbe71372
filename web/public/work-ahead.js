// Who is signed in needs the shell and its lists as well: fetched beside the first bundle, which asks for them only once it runs.
;(() => {
  let signedIn
  try {
    signedIn = localStorage.getItem('token')
  } catch {}
  for (const href of (signedIn && document.currentScript.dataset.files.split(' ')) || []) {
    const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }
    document.head.append(Object.assign(document.createElement('link'), { ...kind, href, crossOrigin: '' }))
  }
})()
