import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDueBatches } from '#server/features/payment-batches/send-due-batches.ts'
import { approveAsSecondPerson } from './harness/approve.ts'
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

test('pays queued orders as a batch: approved by another, exported as approved, booked', async () => {
  const admin = await createVisitor(browser, firm)
  const direction = await createVisitor(browser, firm)
  const { page } = admin
  const failures: unknown[] = []
  await admin.openAs('admin', '/crm/Retiradas/por-enviar?ready=true')
  await page.getByRole('checkbox', { name: 'Seleccionar esta página' }).check()
  await page.getByRole('button', { name: 'Crear remesa' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Fecha de pago' }).waitFor()
  expect(await admin.violations()).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/\/remesas\/\d+$/)
  await page.getByRole('button', { name: 'Enviar a aprobar' }).click()
  await page.locator('[role="dialog"] textarea:focus').waitFor()
  await page.keyboard.type('Pagos de hoy')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('link', { name: 'Ver la aprobación' }).waitFor()

  await direction.openAs('direction')
  await approveAsSecondPerson(direction, page.getByRole('link', { name: 'Ver la aprobación' }))

  await page.reload()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar el archivo' }).click()
  const file = await readFile(await (await coming).path())
  await page.getByText(createHash('sha256').update(file).digest('hex')).waitFor()
  await page.getByRole('button', { name: 'Marcar como enviada' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Marcar como enviada' }).click()
  await page.getByText(/^Contabilizando: quedan/).waitFor()
  // What the worker does; the page looks by itself.
  await sendDueBatches({
    db: firm.tenants.of('dino').db,
    prefix: 'dino',
    day: firm.today,
    now: Date.now,
    onError: (error) => failures.push(error),
  })
  await page.getByRole('button', { name: 'Marcar todos como pagados' }).waitFor()
  expect(await admin.violations()).toEqual([])
  expect(await admin.untranslated()).toEqual([])
  const [booked] = await firm.rows<{ paid: number; orders: number }>(
    `select count(*)::int as orders, count(j.id)::int as paid from payment_order o
       left join journal j on j.idempotency_key = 'payment:' || o.id || ':sent'
      where o.batch_id = (select max(id) from payment_batch)`,
  )
  expect(booked!.orders).toBeGreaterThan(0)
  expect(booked!.paid).toBe(booked!.orders)
  expect([...failures, ...admin.problems, ...direction.problems]).toEqual([])
  await direction.close()
  await admin.close()
})
