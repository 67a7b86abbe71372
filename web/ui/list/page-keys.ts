/** Whoever types. A checkbox takes no letters. */
const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))

/**
 * A dialog, or the button of a menu, list or popover that is open. One that is closing is open no longer. A field with a list is left
 * out: who is in it types, and the search field of a list that is closed stays on the page and says that it is open.
 */
const openLayers = '[aria-modal=true],[aria-haspopup]:not(input):is([aria-expanded=true],[data-expanded])'

const layerKeys = new WeakSet<Event>()
const noteOpenLayer = (event: Event): void => {
  if (document.querySelector(openLayers)) layerKeys.add(event)
}

/** Notes what is open before anybody acts on the key: Escape in a menu has closed it by the time that the page hears of it. */
export const watchOpenLayers = (): void => addEventListener('keydown', noteOpenLayer, true)

/** True if the key is the page's: nobody types, and no dialog, menu, list or popover is open. */
export const isPageKey = (event: KeyboardEvent): boolean => {
  // AltGr is how [ and ] are written on Spanish and Portuguese keyboards; some systems report it as Ctrl+Alt.
  const isModified = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
  return !isModified && !event.defaultPrevented && !isTextInput(event.target) && !layerKeys.has(event)
}
