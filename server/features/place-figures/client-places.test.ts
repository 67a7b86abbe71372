import { afterAll, beforeAll, expect, test } from 'vitest'
import { mexico } from '#db/seed/countries/mexico.ts'
import { portugal } from '#db/seed/countries/portugal.ts'
import { spain } from '#db/seed/countries/spain.ts'
import { findPlaceName, placesByCountry } from '#rules/places.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino')
})
afterAll(() => t?.drop())

type Address = { country: string; postalCode?: string; province?: string; city?: string }

const findPlaces = async (addresses: readonly Address[]): Promise<string[]> => {
  const { rows } = await t.owner.query<{ place: string }>(
    `select dino.find_client_place(a.country, a."postalCode", a.province, a.city) as place
       from jsonb_to_recordset($1::jsonb) a(country text, "postalCode" text, province text, city text)`,
    [JSON.stringify(addresses)],
  )
  return rows.map(({ place }) => place)
}

test('the database knows every place by the name that is shown', async () => {
  for (const [country, places] of Object.entries(placesByCountry))
    expect(await findPlaces(places.map(({ name }) => ({ country, province: name })))).toEqual(
      places.map(({ code }) => code),
    )
})

test('a postal code of Spain or Mexico tells the same place as its province', async () => {
  const seeds = [
    ...spain.places.map((place) => ({ country: 'ES', place })),
    ...mexico.places.map((place) => ({ country: 'MX', place })),
  ]
  const byCode = await findPlaces(seeds.map(({ country, place }) => ({ country, postalCode: place.postcode(0.5) })))
  const byName = await findPlaces(seeds.map(({ country, place: { province } }) => ({ country, province })))
  expect(byCode).toEqual(byName)
  expect(byCode.filter((place) => findPlaceName(place) === undefined)).toEqual([])
})

test('tells districts of Portugal by name or capital, islands by postal code', async () => {
  const byName = await findPlaces(portugal.places.map(({ province }) => ({ country: 'PT', province })))
  expect(byName.filter((place) => findPlaceName(place) === undefined)).toEqual([])
  expect(
    await findPlaces([
      { country: 'PT', city: 'Évora' },
      { country: 'PT', city: 'Sintra', postalCode: '2710-500' },
      { country: 'PT', postalCode: '9000-019' },
      { country: 'PT', postalCode: '9500-150' },
    ]),
  ).toEqual(['PT-07', 'PT-00', 'PT-30', 'PT-20'])
})

test.each([
  ['Coruña, A', 'ES-15'],
  ['CASTELLÓN/CASTELLÓ', 'ES-12'],
  ['  las palmas de gran canaria ', 'ES-35'],
  ['Vizcaya', 'ES-48'],
  ['Guadalupe', 'ES-00'],
])('the province %s of Spain is %s', async (province, place) => {
  expect(await findPlaces([{ country: 'ES', province }])).toEqual([place])
})

test('tells of an address elsewhere its country alone', async () => {
  expect(await findPlaces([{ country: 'FR', postalCode: '28004', province: 'Madrid' }])).toEqual(['FR-00'])
})

test('the address of a client decides their place at once', async () => {
  const { id } = await t.make.client({ postalCode: '41001' })
  const findPlace = async () =>
    (await t.owner.query<{ place: string }>('select place from dino.client where id = $1', [id])).rows[0]!.place
  expect(await findPlace()).toBe('ES-41')
  await t.owner.query(`update dino.client set postal_code = '17001' where id = $1`, [id])
  expect(await findPlace()).toBe('ES-17')
})
