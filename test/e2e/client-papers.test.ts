import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '#test/harness/read-pdf.ts'
import { findPackageFaults, readSlides } from '#test/harness/read-pptx.ts'
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

test('a client’s report is downloaded, then a presentation is made as slides', async () => {
  const [client] = await firm.rows<{ id: string }>(
    `select c.id from client c join account a on a.client_id = c.id and a.status = 'active'
      where c.lopd_status = 'signed' and c.idioma = 'spanish' order by c.id limit 1`,
  )
  const who = await createVisitor(browser, firm)
  const { page } = who
  const save = async (start: () => Promise<unknown>): Promise<{ name: string; content: Buffer }> => {
    const coming = page.waitForEvent('download')
    await start()
    const file = await coming
    return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
  }
  await who.openAs('admin', `/clientes/${client!.id}`)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Informe' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Movimientos del periodo').uncheck()
  expect(await who.violations()).toEqual([])
  const report = await save(() => dialog.getByRole('button', { name: 'Descargar' }).click())
  expect(report.name).toMatch(/^Informe .*\.pdf$/)
  expect(readPdf(report.content).title).toBe('Informe de posición')

  await page.getByRole('button', { name: 'Preparar presentación' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Crear' }).click()
  await page.getByRole('heading', { level: 1, name: 'Propuesta de inversión' }).waitFor()
  await page.getByRole('button', { name: 'Añadir cuenta' }).click()
  await page.getByLabel('Importe').fill('25.000')
  await page.getByLabel('TIN %').fill('3,5')
  await page.getByText('Importe final').waitFor()
  expect(await who.violations()).toEqual([])
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Presentación guardada.').waitFor()
  await page.getByRole('button', { name: 'Crear versión' }).click()
  await page.getByText('Versión 1 creada.').waitFor()
  const slides = await save(() => page.getByRole('button', { name: 'PowerPoint de la versión 1' }).click())
  expect(findPackageFaults(slides.content)).toEqual([])
  expect(readSlides(slides.content).flat().join(' ')).toContain('25.000,00')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(who.overflow).toBeLessThanOrEqual(0)
  expect(who.problems).toEqual([])
  await who.close()
})
