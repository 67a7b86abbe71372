import { Client } from 'pg'
import type { DemoSignIn } from '#contract/demo.ts'

const asOwner = async <T>(ownerUrl: string, work: (owner: Client) => Promise<T>): Promise<T> => {
  const owner = new Client({ connectionString: ownerUrl, application_name: 'atalaya demo firm' })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** Whether anybody can sign in at all. */
export const hasUsers = (ownerUrl: string): Promise<boolean> =>
  asOwner(ownerUrl, async (owner) => (await owner.query('select from registry.app_user limit 1')).rowCount === 1)

/** The demo firm's sign-ins; none where it was never made. */
export const readSignIns = (ownerUrl: string): Promise<DemoSignIn[]> =>
  asOwner(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ value: { signIns?: DemoSignIn[] } }>(
      `select value from registry.installation where key like 'seeded:%' order by key`,
    )
    return rows.flatMap(({ value }) => value.signIns ?? [])
  })
