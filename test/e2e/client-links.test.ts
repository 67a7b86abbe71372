import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFileStorage } from '#server/core/file-storage.ts'
import type { OutgoingMail } from '#server/core/mail/mail-transport.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { sendClientMail } from '#server/features/public-links/send-client-mail.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { tabTo } from './harness/keyboard.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
let manager: Visitor
let client: Visitor
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
  manager = await createVisitor(browser, firm)
  client = await createVisitor(browser, firm)
  await manager.openAs('manager')
})
afterAll(async () => {
  await manager?.close()
  await client?.close()
  await browser?.close()
  await firm?.close()
})

/** Sends what waits for clients, and gives it: what they would find in their mailbox. */
const readClientMails = async (): Promise<OutgoingMail[]> => {
  const letters: OutgoingMail[] = []
  const getSecretBox = (purpose: string) => secretBox(firm.secret, purpose)
  await sendClientMail(
    {
      tenant: firm.tenants.of('dino'),
      prefix: 'dino',
      clock: Date.now,
      publicUrl: firm.url,
      getSecretBox,
      files: openFileStorage('/nowhere', getSecretBox('files')),
      deliver: async (letter) => void letters.push(letter),
      onFailure: () => undefined,
    },
    new AbortController().signal,
  )
  return letters
}

test('a client signs by keyboard on a telephone what the manager sent', async () => {
  const [chosen] = await firm.rows<{ id: string; email: string }>(
    `select c.id::text as id, c.email from client c join client_list l on l.client_id = c.id join employee e on e.id = l.manager_id
       join membership m on m.cvl = e.cvl join app_user u on u.id = m.user_id
      where u.email = '${firm.emailOf('manager')}' and c.lopd_status = 'not_sent' and c.email is not null and c.block_kind is null
      order by c.id limit 1`,
  )
  const { page } = manager
  await manager.goTo(`/clientes/${chosen!.id}`)
  await page.getByText('LOPD no encontrada').waitFor()
  await page.getByRole('button', { name: 'Enviarla al correo del cliente' }).click()
  await page.getByText(`Enviado a ${chosen!.email}`).waitFor()
  expect(await manager.violations()).toEqual([])

  const link = /(\/public\/consent\/\S+)/.exec((await readClientMails()).at(-1)!.text)![1]!
  const phone = client.page
  await phone.setViewportSize({ width: 390, height: 844 })
  await client.open(link)
  await phone.getByRole('heading', { level: 1, name: /te pide tu consentimiento$/ }).waitFor()
  expect(await client.violations('html')).toEqual([])
  expect(await client.overflow()).toBeLessThanOrEqual(0)
  await tabTo(phone.getByRole('button', { name: 'Continuar' }))
  await phone.keyboard.press('Enter')
  await phone.getByText('Elige una respuesta.').waitFor()
  await phone.keyboard.press('Space')
  await phone.keyboard.press('Tab')
  await phone.keyboard.press('Enter')
  await phone.getByRole('heading', { name: 'Confirma con un código' }).waitFor()
  await phone.getByText('Código enviado.').waitFor()
  const code = /(\d{6})/.exec((await readClientMails()).at(-1)!.subject)![1]!
  const field = phone.getByLabel('Código')
  await field.fill(code === '000000' ? '000001' : '000000')
  await phone.keyboard.press('Enter')
  await phone.getByText('El código no es correcto. Te quedan 4 intentos.').waitFor()
  expect(await client.violations('html')).toEqual([])
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await phone.keyboard.press('Enter')
  await phone.getByRole('heading', { name: 'Gracias, hemos recibido tu respuesta' }).waitFor()
  await client.open(link)
  await phone.getByRole('heading', { name: 'Ya has respondido' }).waitFor()
  expect(client.problems).toEqual([])

  await manager.open(`/clientes/${chosen!.id}`)
  const consents = page.getByRole('region', { name: 'Consentimientos' })
  await consents.getByText('Firmado', { exact: true }).first().waitFor()
  expect(await page.getByText('LOPD no encontrada').count()).toBe(0)
  await consents.getByRole('button', { name: 'Retirar el consentimiento: LOPD: tratamiento de datos' }).click()
  await page.getByRole('dialog').getByLabel('Motivo').fill('Lo pide por carta')
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar el consentimiento' }).click()
  await page.getByText('Consentimiento retirado.').waitFor()
  await page.getByText('El cliente ha retirado la LOPD.').waitFor()
})

/** A client of the manager without a form, whom it can be sent to. */
const findClientWithoutForm = async (): Promise<{ id: string; email: string }> => {
  const [found] = await firm.rows<{ id: string; email: string }>(
    `select c.id::text as id, c.email from client c join client_list l on l.client_id = c.id join employee e on e.id = l.manager_id
       join membership m on m.cvl = e.cvl join app_user u on u.id = m.user_id
      where u.email = '${firm.emailOf('manager')}' and c.form_status = 'missing' and c.kind = 'person' and c.email is not null
        and c.block_kind is null order by c.id limit 1`,
  )
  return found!
}

test('a client fills in a form on a telephone; the manager takes the answers', async () => {
  const { id, email } = await findClientWithoutForm()
  const { page } = manager
  await manager.open(`/clientes/${id}#info-form`)
  const section = page.getByRole('region', { name: 'Ficha de información' })
  await section.getByRole('button', { name: 'Enviar al cliente' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar', exact: true }).click()
  await section.getByText(`Enviada a ${email}.`).waitFor()
  expect(await manager.violations()).toEqual([])

  const link = /(\/public\/form\/\S+)/.exec((await readClientMails()).at(-1)!.text)![1]!
  const phone = client.page
  await phone.setViewportSize({ width: 390, height: 844 })
  await client.open(link)
  await phone.getByRole('heading', { level: 1, name: /quiere conocerte mejor$/ }).waitFor()
  expect(await client.violations('html')).toEqual([])
  expect(await client.overflow()).toBeLessThanOrEqual(0)
  await phone.getByRole('button', { name: 'Continuar' }).click()
  await phone.getByText('Contesta al menos a una pregunta.').waitFor()
  await phone.getByRole('combobox', { name: 'Situación laboral' }).selectOption('Autónomo')
  await phone.getByLabel('Gastos recurrentes al mes').fill('mucho')
  await phone.getByLabel('¿Hay un fondo de emergencia?').selectOption('Sí')
  await phone.getByLabel('Importe del fondo de emergencia').fill('5.000')
  await phone.getByRole('button', { name: 'Continuar' }).click()
  await phone.getByText('Escribe un importe, por ejemplo 1.250,00.').waitFor()
  await phone.getByLabel('Gastos recurrentes al mes').fill('1.250,5')
  await phone.getByRole('button', { name: 'Continuar' }).click()
  await phone.getByText('Código enviado.').waitFor()
  const code = /(\d{6})/.exec((await readClientMails()).at(-1)!.subject)![1]!
  await phone.getByLabel('Código').fill(code)
  // The answer arrives, its reply doesn't: sent once more, it is the same answer.
  const loseReply = async (route: Route): Promise<void> => {
    await route.fetch()
    await route.abort()
  }
  await phone.route('**/public/info-forms/answer', loseReply, { times: 1 })
  await phone.keyboard.press('Enter')
  await phone.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
  client.problems.length = 0
  await phone.getByRole('button', { name: 'Enviar mis respuestas' }).click()
  await phone.getByRole('heading', { name: 'Gracias, hemos recibido tus respuestas' }).waitFor()
  expect(client.problems).toEqual([])

  await manager.open(`/clientes/${id}`)
  await section.getByRole('button', { name: 'Revisar la respuesta' }).click()
  const review = page.getByRole('dialog', { name: 'Respuesta del cliente' })
  await review.getByText('Ahora: Sin contestar → Respuesta: 5.000,00 €').waitFor()
  expect(await manager.violations('html')).toEqual([])
  await review.getByLabel('Situación laboral').uncheck()
  await review.getByRole('button', { name: 'Pasar a la ficha' }).click()
  await section.getByText('3 datos han pasado a la ficha.').waitFor()

  await section.getByRole('link', { name: 'Continuar el borrador' }).click()
  await page.getByRole('button', { name: 'Guardar y completar' }).click()
  await page.getByText('Este campo es obligatorio.').first().waitFor()
  expect(await manager.violations()).toEqual([])
  await page.getByRole('combobox', { name: 'Situación laboral' }).selectOption('Jubilado')
  await page.getByLabel('¿Hay inmuebles en propiedad?').selectOption('No')
  await page.getByLabel('Número de hijos').fill('2')
  await page.getByRole('button', { name: 'Guardar y completar' }).click()
  await section.getByText('Completa', { exact: true }).first().waitFor()
  await section.getByText('Jubilado').waitFor()
  expect(manager.problems).toEqual([])
})
