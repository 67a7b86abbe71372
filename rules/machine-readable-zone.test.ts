import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { locateGivenData } from '#test/harness/given-data.ts'
import { compareZone, parseMachineZone, type ZoneRecord } from './machine-readable-zone.ts'

const today = '2026-06-15'
const record: ZoneRecord = {
  name: 'Carmen',
  surname: 'Española Española',
  identityNumber: '99999999R',
  birthDate: '1980-01-01',
  nationality: 'ES',
  dniValidUntil: '2025-01-01',
  dniPermanent: false,
}
const spanishCard = 'IDESPBAA000589599999999R<<<<<<\n8001014F2501017ESP<<<<<<<<<<<7\nESPANOLA<ESPANOLA<<CARMEN<<<<<'
const readVerdicts = (text: string, known: ZoneRecord) =>
  Object.fromEntries(compareZone(parseMachineZone(text, today)!, known).map(({ field, verdict }) => [field, verdict]))

describe('machine-readable zones', () => {
  test('compares a Spanish card with the DNI in its optional field', () => {
    expect(parseMachineZone(spanishCard, today)).toMatchObject({ isValid: true, wasCorrected: false })
    expect(readVerdicts(spanishCard, record)).toEqual({
      surname: 'same',
      name: 'same',
      number: 'same',
      birthDate: 'same',
      nationality: 'same',
      validUntil: 'same',
    })
  })

  test('names each field that differs from the record, and those it lacks', () => {
    const other = { ...record, name: 'María', birthDate: '1980-01-10', nationality: null, dniPermanent: true }
    expect(readVerdicts(spanishCard, other)).toMatchObject({
      surname: 'same',
      name: 'different',
      birthDate: 'different',
      nationality: 'unknown',
      validUntil: 'different',
    })
  })

  test('reads a scanner without line breaks and a person with blanks', () => {
    const zone = parseMachineZone(spanishCard, today)
    expect(parseMachineZone(spanishCard.replace(/\n/g, ''), today)).toEqual(zone)
    expect(parseMachineZone(spanishCard.toLowerCase().replace(/<</g, '« '), today)).toEqual(zone)
  })

  test('corrects misread signs where the check digits then fit', () => {
    const misread = 'P<UT0ERIK55ON<<ANNA<MAR1A<<<<<<<<<<<<<<<<<<<\nL898902C36UTO740BIZZF12041S9ZE184226B<<<<<1O'
    expect(parseMachineZone(misread, today)).toMatchObject({ surname: 'ERIKSSON', name: 'ANNA MARIA' })
  })

  test('takes a name that fills its line as shortened', () => {
    const line = 'P<THANILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K'
    const zone = { ...parseMachineZone(spanishCard, today)!, surname: 'NILAVADHANANANDA', name: 'CHAYAPA DEJ K' }
    expect(line).toHaveLength(44)
    const known = { ...record, surname: 'Nilavadhanananda', name: 'Chayapa Dejthamrong Krasuang' }
    const verdicts = compareZone({ ...zone, isNameFull: true }, known).map(({ verdict }) => verdict)
    expect(verdicts.slice(0, 2)).toEqual(['same', 'shortened'])
  })

  test.each(['', 'hola', '<'.repeat(90), 'A'.repeat(88), '1'.repeat(5000), 'P<ESP\nX', '\u0000<<', '🙂'.repeat(44)])(
    'gives nothing valid for %j',
    (text) => {
      expect(parseMachineZone(text, today)?.isValid ?? false).toBe(false)
    },
  )
})

type Vector = { id: string; format: string | null; lines: string[]; valid: boolean }
const given = locateGivenData('mrz', ['mrz.json'])

describe.skipIf(!given.isThere)(`zones of documents in ${given.title}`, () => {
  test('judges the check digits of each as its source does', () => {
    const { vectors } = JSON.parse(readFileSync(join(given.place, 'mrz.json'), 'utf8')) as { vectors: Vector[] }
    const judged = vectors
      .filter(({ format }) => format === null || ['TD1', 'TD2', 'TD3'].includes(format))
      // A reader that checks states refuses the specimen state.
      .filter(({ lines }) => !lines.join('').includes('UTO'))
      .map(({ id, lines, valid }) => [id, parseMachineZone(lines.join('\n'), today)?.isValid ?? false, valid])
    expect(judged.filter(([, read, valid]) => read !== valid)).toEqual([])
  })
})
