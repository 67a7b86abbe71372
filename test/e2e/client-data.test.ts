import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDni } from '#rules/identity-numbers.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn, tabTo } from './harness/keyboard.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
let manager: Visitor
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
  manager = await createVisitor(browser, firm)
  await manager.openAs('manager')
})
afterAll(async () => {
  await manager?.close()
  await browser?.close()
  await firm?.close()
})

test('a manager creates a client by keyboard and is told of a similar one', async () => {
  const { page } = manager
  const type = async (label: string, text: string) => {
    await tabTo(page.locator('main').getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  await manager.goTo('/clientes/nuevo')
  await type('Nombre', 'Nieves')
  await type('Apellidos (opcional)', 'Olmo Prado')
  await tabTo(page.getByLabel('Documento (opcional)', { exact: true }))
  await page.keyboard.type('DNI')
  await type('Número de documento', '1234567A')
  await page.keyboard.press('Tab')
  await page.getByText('Número no válido para ese documento').waitFor()
  await page.locator('main').getByLabel('Número de documento', { exact: true }).fill(buildDni(71_234_567).toLowerCase())
  await type('Teléfono (opcional)', '600 71 71 71')
  await type('Código postal (opcional)', '37001')
  expect(await manager.violations()).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 1, name: 'Nieves Olmo Prado' }).waitFor()
  await page.getByText('Salamanca').waitFor()

  await manager.goTo('/clientes/nuevo')
  await type('Nombre', 'Nieves')
  await type('Apellidos (opcional)', 'Olmo')
  await type('Teléfono (opcional)', '600717171')
  await page.getByText('Puede que ya sea cliente').waitFor()
  await page.getByRole('link', { name: 'Abrir la ficha de Olmo Prado, Nieves' }).waitFor()
  await page.getByRole('button', { name: 'Crear cliente' }).click()
  await page.getByText('Hay un cliente parecido').waitFor()
  await page.getByLabel('Lo he comprobado: es otra persona').check()
  await page.getByRole('button', { name: 'Crear cliente' }).click()
  await page.getByRole('heading', { level: 1, name: 'Nieves Olmo' }).waitFor()
})

test('the second of two people sees both versions of a field and chooses', async () => {
  const { page } = manager
  const [client] = await firm.rows<{ id: string }>(`select id from client where surname = 'Olmo Prado'`)
  await manager.open(`/clientes/${client!.id}/editar`)
  await page.getByLabel('Población (opcional)').fill('Béjar')
  await page.getByLabel('Nombre', { exact: true }).fill('Nieves María')
  await firm.rows(
    `update client set city = 'Salamanca', channel = 'partner', version = version + 1 where id = ${client!.id} returning id`,
  )
  await page.getByRole('button', { name: 'Guardar' }).click()
  const versions = page.getByRole('radiogroup', { name: 'Población' })
  await versions.getByLabel('Guardado: Salamanca').check()
  expect(await page.getByLabel('Población (opcional)').inputValue()).toBe('Salamanca')
  // What nobody here touched shows what the other person saved.
  expect(await page.getByLabel('Canal').inputValue()).toBe('partner')
  expect(await manager.violations()).toEqual([])
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.waitForURL(/\/clientes\/\d+$/)
  await page.getByRole('heading', { level: 1, name: 'Nieves María Olmo Prado' }).waitFor()
  expect(await firm.rows(`select name, city, channel from client where id = ${client!.id}`)).toEqual([
    { name: 'Nieves María', city: 'Salamanca', channel: 'partner' },
  ])
})

test('a company asks for a representative, and a minor for a guardian', async () => {
  const { page } = manager
  await manager.goTo('/clientes/nuevo')
  await page.getByRole('button', { name: 'Empresa' }).click()
  await page.getByLabel('Razón social', { exact: true }).fill('Olmo e Hijos, S. L.')
  await page.getByRole('button', { name: 'Crear cliente' }).click()
  await page.getByText('Indica al menos un representante en vigor.').waitFor()
  await page.getByRole('button', { name: 'Añadir representante' }).click()
  await page.getByRole('group', { name: 'Representante 1' }).getByLabel('Nombre', { exact: true }).fill('Eva')
  await page.getByLabel('Poderes').selectOption('sole')
  await page.getByRole('button', { name: 'Crear cliente' }).click()
  await page.getByRole('heading', { level: 1, name: 'Olmo e Hijos, S. L.' }).waitFor()
})

test('adding and removing people of a company moves nobody else', async () => {
  const { page } = manager
  await manager.goTo('/clientes/nuevo')
  await pressKeyOn(page.getByRole('button', { name: 'Empresa' }))
  const add = async (button: string, name: string): Promise<void> => {
    await pressKeyOn(page.getByRole('button', { name: button }))
    await page.keyboard.type(name)
  }
  const nameOf = (group: string) =>
    page.getByRole('group', { name: group }).getByLabel('Nombre', { exact: true }).inputValue()
  await add('Añadir representante', 'Eva')
  await add('Añadir titular real', 'Luis')
  await add('Añadir representante', 'Rosa')
  await pressKeyOn(page.getByRole('button', { name: 'Quitar a Eva' }))
  await expect.poll(() => nameOf('Representante 1')).toBe('Rosa')
  expect(await nameOf('Titular real 1')).toBe('Luis')
  const focused = page.locator(':focus')
  expect(await focused.innerText()).toBe('Añadir representante')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Salir sin guardar' }).click()
})

test('a manager blocks a client and proposes to lift the block', async () => {
  const { page } = manager
  const [client] = await firm.rows<{ id: string }>(`select id from client where name = 'Olmo e Hijos, S. L.'`)
  await manager.open(`/clientes/${client!.id}`)
  await page.getByRole('button', { name: 'Más acciones', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Bloquear cliente' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill('Reclamación en curso')
  expect(await manager.violations()).toEqual([])
  await dialog.getByRole('button', { name: 'Bloquear' }).click()
  await page.getByText('Cliente bloqueado.').waitFor()
  const notice = page.getByRole('alert').filter({ hasText: 'Cliente con bloqueo comercial' })
  await notice.getByText('Reclamación en curso').waitFor()
  await notice.getByRole('button', { name: 'Levantar el bloqueo' }).click()
  await dialog.getByLabel('Motivo para levantarlo').fill('Resuelta')
  await dialog.getByRole('button', { name: 'Levantar el bloqueo' }).click()
  await page.getByText('El bloqueo sigue hasta que otra persona lo apruebe.').waitFor()
})
