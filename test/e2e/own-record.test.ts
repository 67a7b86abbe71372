import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { createVisitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

const shortTimeout = { timeout: 10_000 }

test('an employee crops their picture, updates their address and views their own numbers', async () => {
  const me = await createVisitor(browser, firm)
  const { page } = me
  await me.openAs('manager', '/crm/areapersonal')

  const content = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#286' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel('Archivo de la foto').setInputFiles({ name: 'yo.jpg', mimeType: 'image/jpeg', buffer: content })
  const dialog = page.getByRole('dialog', { name: 'Encuadrar la foto' })
  await dialog.getByLabel('Zoom').press('ArrowRight')
  expect(await me.violations()).toEqual([])
  await dialog.getByRole('button', { name: 'Usar esta foto' }).press('Enter')
  await page.getByRole('button', { name: 'Cambiar la foto' }).waitFor()
  await expect
    .poll(
      () => page.locator('img[src^="blob:"]').evaluate((image: HTMLImageElement) => image.naturalWidth),
      shortTimeout,
    )
    .toBe(512)
  expect(await firm.rows(`select content_type from stored_file where removed_at is null`)).toEqual([
    { content_type: 'image/webp' },
  ])

  await page.getByRole('textbox', { name: 'Población' }).fill('Lugo')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Guardado.', { exact: true }).waitFor()
  expect(await firm.rows(`select town from employee_detail where town = 'Lugo'`)).toHaveLength(1)

  await page.getByRole('button', { name: 'Mostrar', exact: true }).click()
  await page
    .getByText(/^ES\d{2}( [\dA-Z]{4}){5}$/)
    .first()
    .waitFor()
  expect(await me.untranslated()).toEqual([])
  expect(await me.violations()).toEqual([])
  expect(await me.overflow()).toBe(0)
  await page.getByRole('button', { name: 'Quitar la foto' }).click()
  await page.getByRole('button', { name: 'Añadir foto' }).waitFor()
  expect(me.problems).toEqual([])
  await me.close()
})
