import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silent } from '#db/progress.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { copiedHome, open, removeHomes } from './test-home.ts'

const secret = 'a secret of more than thirty-two characters'
let server: OpenDatabase

beforeAll(async () => {
  server = await open(await copiedHome())
})
afterAll(async () => {
  await server.close()
  removeHomes()
})

const external = (databaseUrl: string, given: string | undefined = secret) =>
  openDatabase({ home: '/nowhere', databaseUrl, secret: given, purpose: 'server', progress: silent })

describe('an external database', () => {
  test('uses an external database as it is and leaves it running when closed', async () => {
    const database = await external(server.ownerUrl)
    expect(database).toMatchObject({
      embedded: false,
      isNew: false,
      madeFor: undefined,
      ownerUrl: server.ownerUrl,
      secret,
    })
    await database.close()
    await (await external(server.ownerUrl)).close()
  })

  test('refuses a missing or short secret and says how to make one', async () => {
    await expect(external(server.ownerUrl, 'short')).rejects.toThrow(/shorter than 32.*openssl rand/s)
    await expect(external(server.ownerUrl, '')).rejects.toThrow(/there is none.*openssl rand/s)
  })

  test('names an unreachable database without its password', async () => {
    const wrong = server.ownerUrl.replace(/:[^:@]+@/, ':hunter2@')
    const message = await external(wrong).catch((error: Error) => error.message)
    expect(message).toMatch(/127\.0\.0\.1.*The password is wrong/)
    expect(message).not.toContain('hunter2')
    await expect(external('postgres://a:b@127.0.0.1:1/c')).rejects.toThrow(/Nothing listens there/)
    for (const address of ['not an address', 'mysql://a:b@127.0.0.1:3306/c'])
      await expect(external(address)).rejects.toThrow(/not an address of PostgreSQL\. It looks like postgres:/)
    await expect(external(server.ownerUrl.replace(/\w+$/, 'absent'))).rejects.toThrow(/no such database/)
  })
})
