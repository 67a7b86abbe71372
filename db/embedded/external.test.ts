import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ignoreProgress } from '#db/progress.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { copyTemplateHome, openTestDatabase, removeHomes } from './test-home.ts'

const secret = 'a secret of more than thirty-two characters'
let server: OpenDatabase

beforeAll(async () => {
  server = await openTestDatabase(await copyTemplateHome())
})
afterAll(async () => {
  await server.close()
  removeHomes()
})

const openExternalDatabase = (databaseUrl: string, given: string | undefined = secret) =>
  openDatabase({ home: '/nowhere', databaseUrl, secret: given, purpose: 'server', progress: ignoreProgress })

describe('an external database', () => {
  test('uses an external database as it is and leaves it running when closed', async () => {
    const database = await openExternalDatabase(server.ownerUrl)
    expect(database).toMatchObject({
      embedded: false,
      isNew: false,
      createdFor: undefined,
      ownerUrl: server.ownerUrl,
      secret,
    })
    await database.close()
    await (await openExternalDatabase(server.ownerUrl)).close()
  })

  test('refuses a missing or short secret and says how to make one', async () => {
    await expect(openExternalDatabase(server.ownerUrl, 'short')).rejects.toThrow(/shorter than 32.*openssl rand/s)
    await expect(openExternalDatabase(server.ownerUrl, '')).rejects.toThrow(/there is none.*openssl rand/s)
  })

  test('names an unreachable database without its password', async () => {
    const wrong = server.ownerUrl.replace(/:[^:@]+@/, ':hunter2@')
    const message = await openExternalDatabase(wrong).catch((error: Error) => error.message)
    expect(message).toMatch(/127\.0\.0\.1.*The password is wrong/)
    expect(message).not.toContain('hunter2')
    await expect(openExternalDatabase('postgres://a:b@127.0.0.1:1/c')).rejects.toThrow(/Nothing listens there/)
    for (const address of ['not an address', 'mysql://a:b@127.0.0.1:3306/c'])
      await expect(openExternalDatabase(address)).rejects.toThrow(
        /not an address of PostgreSQL\. It looks like postgres:/,
      )
    await expect(openExternalDatabase(server.ownerUrl.replace(/\w+$/, 'absent'))).rejects.toThrow(/no such database/)
  })
})
