import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#db/migrate/migrate.ts'
import { ignoreProgress } from '#db/progress.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino')
})
afterAll(() => t.drop())

/** What a server says that begins now: one that runs believes in a whole installation for some seconds. */
const fetchReadiness = async () => {
  const server = await t.start()
  const answer = await server.inject('/readyz')
  await server.close()
  return { status: answer.statusCode, ...answer.json() }
}

test.each([
  'revoke select on cfl.client from atalaya_cfl',
  'revoke usage on schema registry from atalaya_signin',
  `delete from dino.migration where name = '0010_permissions'`,
])('/readyz refuses an installation after %s', async (sql) => {
  expect(await fetchReadiness()).toEqual({ status: 200, ready: true })
  await t.owner.query(sql)
  expect(await fetchReadiness()).toEqual({ status: 503, ready: false, reason: 'installation' })
  if (sql.startsWith('delete'))
    await t.owner.query(`insert into dino.migration (name, run_on) values ('0010_permissions', now())`)
  else await migrate({ ownerUrl: t.ownerUrl, secret: t.secret, progress: ignoreProgress })
  expect(await fetchReadiness()).toEqual({ status: 200, ready: true })
})
