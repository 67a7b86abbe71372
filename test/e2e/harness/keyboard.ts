import type { Download, Locator, Page } from 'playwright-core'

/** Presses Tab until the focus is there, as somebody without a mouse does. */
export const tabTo = async (target: Locator): Promise<void> => {
  const page = target.page()
  await target.waitFor()
  // Found once: to look for a name in a long page takes longer than the key.
  let element = await target.elementHandle()
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
