import i18next from 'i18next'
import { loadNamespaces } from '#web/core/i18n.ts'
import classes from './tour.module.css'

/** What is shown, where it is on the page, in this order: places that are not there are left out. */
const tourSteps = [
  ['day', '#content h1'],
  ['search', '[data-tour="search"]'],
  ['menu', '[data-part="menu"]'],
  ['create', '[data-tour="create"]'],
  ['notifications', '[data-tour="notifications"]'],
  ['help', '[data-tour="help"]'],
] as const

/**
 * The places that matter, one after the other, each with a sentence. Arrows and Enter go on, Esc leaves at any place, and the focus goes back to
 * where it was. Its library comes with the first use.
 */
export const startTour = async (): Promise<void> => {
  const [{ driver }] = await Promise.all([
    import('driver.js'),
    import('driver.js/dist/driver.css'),
    loadNamespaces(['tour']),
  ])
  const t = i18next.getFixedT(null, 'tour')
  const before = document.activeElement
  const steps = tourSteps.flatMap(([key, selector]) => {
    const element = document.querySelector<HTMLElement>(selector)
    return element?.checkVisibility()
      ? [{ element, popover: { title: t(`steps.${key}.title`), description: t(`steps.${key}.text`) } }]
      : []
  })
  driver({
    steps,
    animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    showProgress: true,
    popoverClass: classes.popover!,
    progressText: t('progress', { current: '{{current}}', total: '{{total}}' }),
    nextBtnText: t('next'),
    prevBtnText: t('previous'),
    doneBtnText: t('done'),
    onPopoverRender: ({ closeButton }) => closeButton.setAttribute('aria-label', t('leave')),
    onDestroyed: () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    },
  }).drive()
}
