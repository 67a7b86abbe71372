import type { Download, Locator, Page } from 'playwright-core'
import { isFullTestRun } from '#test/harness/circles.ts'

const tabStopsBefore = 3

/**
 * In the page: takes the focus to a few stops before the element, in the same dialog. Where there are none, or no Tab reaches it as far as can be
 * told from here, it stays where it is.
 */
const focusShortlyBefore = (element: Element, stops: number): void => {
  const dialog = element.closest('[role="dialog"]')
  const tabbable = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ].filter(
    (one) =>
      one.tabIndex >= 0 &&
      !one.matches(':disabled, [inert] *') &&
      one.checkVisibility({ visibilityProperty: true }) &&
      one.closest('[role="dialog"]') === dialog,
  )
  const at = tabbable.indexOf(element as HTMLElement)
  const current = tabbable.indexOf(document.activeElement as HTMLElement)
  const isNear = current >= 0 && current <= at && at - current <= stops
  if (at > 0 && !isNear) tabbable[Math.max(at - stops, 0)]?.focus()
}

/**
 * Presses Tab until the focus is there, as somebody without a mouse does. They begin a few stops before it: through a whole list it takes 200 keys,
 * of 8 milliseconds of CPU each. The full suite presses them all, and so does who asks for `everyStop`.
 */
export const tabTo = async (target: Locator, { everyStop = isFullTestRun } = {}): Promise<void> => {
  const page = target.page()
  await target.waitFor()
  // Found once: to look for a name in a long page takes longer than the key.
  let element = await target.elementHandle()
  if (!everyStop) await element?.evaluate(focusShortlyBefore, tabStopsBefore)
  for (let presses = 0; presses < 240; presses++) {
    const state = await element?.evaluate((one) => (one.isConnected ? one === document.activeElement : 'gone'))
    if (state === true) return
    if (state === 'gone') element = await target.elementHandle()
    else await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

export const pressKeyOn = async (target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(target)
  await target.page().keyboard.press(key)
}

const readDownload = async (download: Download): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Opens the export of the list in sight, and asks for all columns in that format. */
export const requestExport = async (page: Page, format: 'Excel' | 'CSV'): Promise<void> => {
  await pressKeyOn(page.getByRole('button', { name: 'Exportar' }))
  const dialog = page.getByRole('dialog', { name: 'Exportar' })
  await tabTo(dialog.getByRole('radio', { checked: true }).first())
  if (format === 'CSV' && !(await dialog.getByRole('radio', { name: /CSV/ }).isChecked()))
    await page.keyboard.press('ArrowDown')
  if (format === 'Excel' && !(await dialog.getByRole('radio', { name: /Excel/ }).isChecked()))
    await page.keyboard.press('ArrowUp')
  await pressKeyOn(dialog.getByRole('button', { name: 'Preparar archivo' }))
}

/** The file itself, and the name it is saved under. */
export const downloadExport = async (
  page: Page,
  format: 'Excel' | 'CSV',
): Promise<{ name: string; content: Buffer }> => {
  const coming = page.waitForEvent('download')
  await requestExport(page, format)
  const download = await coming
  return { name: download.suggestedFilename(), content: await readDownload(download) }
}
