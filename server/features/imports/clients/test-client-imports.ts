import { createImportFixture } from '../mapped/test-imports.ts'

const controlLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** A DNI with its letter. */
export const buildDni = (number: number): string =>
  `${String(number).padStart(8, '0')}${controlLetters[number % controlLetters.length]}`

/** A firm with a manager to whom clients can be given. */
export const createClientImportFixture = async () => {
  const fixture = await createImportFixture()
  const manager = await fixture.t.make.employee({ name: 'Gestora Única' })
  const findClient = async (identityNumber: string) =>
    fixture.t.db.selectFrom('client').selectAll().where('identityNumber', '=', identityNumber).executeTakeFirst()
  const countClients = async () =>
    Number((await fixture.t.owner.query('select count(*) as count from dino.client')).rows[0].count)
  return { ...fixture, manager, findClient, countClients }
}
