import fc from 'fast-check'
import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test, vi } from 'vitest'
import { RefusalError } from '#rules/refusal-error.ts'
import { extractAccountNumbers } from './match-entries.ts'
import { readStatements } from './read-statements.ts'
import { buildCamt053, buildNorma43 } from './test-statements.ts'

const today = '2026-06-15'
const readStatementFile = (content: string | Uint8Array) =>
  readStatements(typeof content === 'string' ? Buffer.from(content) : content, 'dino', today)
const getStatementFault = (content: string | Uint8Array): string => {
  try {
    readStatementFile(content)
    return 'taken'
  } catch (error) {
    if (error instanceof RefusalError && error.code === 'statement.wrongFile') return error.details.fields!.reason!
    throw error
  }
}

const twoEntries = [
  {
    amount: '120.50',
    text: 'Ñandú & Cía <aportación>',
    name: 'Peña, José',
    iban: 'ES7100302053091234567895',
    endToEnd: 'E2E-1',
  },
  { amount: '-20.25', text: 'Comisión' },
]
const validCamt = buildCamt053(twoEntries)
const validNorma43 = buildNorma43([
  { amount: '120.50', text: 'TRANSFERENCIA DE JOSÉ PEÑA', reference: 'REF123' },
  { amount: '-20.25', text: 'COMISIÓN' },
])

test('skips lines of 0.00 and reads the rest', () => {
  const withEmpty = [twoEntries[0]!, { amount: '0.00', text: 'Información de comisiones' }, twoEntries[1]!]
  const listReadEntries = (file: string | Buffer) =>
    readStatementFile(file).statements[0]!.entries.map(({ amount }) => amount)
  expect(listReadEntries(buildCamt053(withEmpty))).toEqual(['120.50', '-20.25'])
  // The closing record counts the line on its side, or not at all.
  const counted = buildNorma43(withEmpty)
  expect(listReadEntries(counted)).toEqual(['120.50', '-20.25'])
  const twoIn = counted.toString('latin1').replace(/^(33.{37})00001/m, '$100002')
  expect(listReadEntries(Buffer.from(twoIn, 'latin1'))).toEqual(['120.50', '-20.25'])
  const threeIn = counted.toString('latin1').replace(/^(33.{37})00001/m, '$100003')
  expect(() => readStatementFile(Buffer.from(threeIn, 'latin1'))).toThrow()
})

describe('camt.053 statements', () => {
  test.each(['02', '03', '04', '05', '06', '07', '08'])('reads camt.053 version 001.%s', (version) => {
    const { statements } = readStatementFile(buildCamt053(twoEntries, { version }))
    expect(statements).toMatchObject([
      { number: 'ES9121000418450200051332', currency: 'EUR', opening: '1000.00', closing: '1100.25' },
    ])
    expect(statements[0]!.entries).toMatchObject([
      {
        amount: '120.50',
        remittance: 'Ñandú & Cía <aportación>',
        counterpartyName: 'Peña, José',
        counterpartyNumber: 'ES7100302053091234567895',
        endToEnd: 'E2E-1',
        reference: 'REF1',
      },
      { amount: '-20.25', reference: 'REF2' },
    ])
  })

  test('reads names and states one element deeper, as newer versions of camt.053 write them', () => {
    const deeper = validCamt
      .replaceAll(/<Dbtr><Nm>(.*?)<\/Nm><\/Dbtr>/g, '<Dbtr><Pty><Nm>$1</Nm></Pty></Dbtr>')
      .replaceAll('<Sts>BOOK</Sts>', '<Sts><Cd>BOOK</Cd></Sts>')
    expect(readStatementFile(deeper).statements[0]!.entries[0]!.counterpartyName).toBe('Peña, José')
  })

  test('reads camt.053 with prefixed elements in ISO-8859-1', () => {
    const prefixed = validCamt
      .replaceAll(/<(\/?)([A-Z])/g, '<$1n:$2')
      .replace('xmlns=', 'xmlns:n=')
      .replace('UTF-8', 'ISO-8859-1')
    expect(readStatementFile(Buffer.from(prefixed, 'latin1')).statements[0]!.entries[0]!.counterpartyName).toBe(
      'Peña, José',
    )
  })

  test('splits an entry into its transfers only when they add up to it', () => {
    const transfer = (amount: string, id: string) =>
      `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt><RmtInf><Ustrd>${id}</Ustrd></RmtInf></TxDtls>`
    const batch = (amounts: readonly string[]) =>
      buildCamt053([{ amount: '100.00', reference: 'BATCH' }]).replace(
        /<NtryDtls>[\s\S]*<\/NtryDtls>/,
        `<NtryDtls>${amounts.map((amount, n) => transfer(amount, `T${n}`)).join('')}</NtryDtls>`,
      )
    expect(
      readStatementFile(batch(['60.00', '40.00'])).statements[0]!.entries.map(({ amount, reference }) => [
        amount,
        reference,
      ]),
    ).toEqual([
      ['60.00', 'BATCH T0'],
      ['40.00', 'BATCH T1'],
    ])
    for (const amounts of [
      ['60.00', '39.99'],
      ['60.00', ''],
    ])
      expect(readStatementFile(batch(amounts)).statements[0]!.entries).toMatchObject([
        { amount: '100.00', partsDiffer: true, remittance: '', counterpartyName: null },
      ])
  })

  test.each(['__proto__', 'constructor', 'x:prototype'])('refuses an unknown element of a statement: %s', (name) => {
    expect(() => readStatementFile(validCamt.replace('<Ntry>', `<Ntry><${name}>1</${name}>`))).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({
          fields: { reason: 'notStatement', at: expect.stringMatching(/^line \d+$/) },
        }),
      }),
    )
  })

  test('leaves out pending entries of a statement', () => {
    const pending = validCamt.replace(
      '<Ntry>',
      '<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts></Ntry><Ntry>',
    )
    expect(readStatementFile(pending).statements[0]!.entries).toHaveLength(2)
  })

  test.each([
    ['a closing balance that is not what comes out', validCamt.replace('1100.25', '1100.26'), 'balance'],
    ['an amount that is none', validCamt.replace('120.50</Amt>', '120,50</Amt>'), 'amount'],
    ['half a cent', validCamt.replace('120.50</Amt>', '120.505</Amt>'), 'amount'],
    ['a day that there is not', validCamt.replace('<BookgDt><Dt>2026-06-12', '<BookgDt><Dt>2026-02-30'), 'date'],
    ['a day to come', buildCamt053([{ amount: '1.00' }], { to: '2026-06-16' }), 'future'],
    ['a day of years before', buildCamt053([{ amount: '1.00', on: '1990-06-12' }]), 'date'],
    ['another currency', validCamt.replaceAll('EUR', 'USD'), 'currency'],
    ['two currencies', validCamt.replace('Ccy="EUR">120.50', 'Ccy="USD">120.50'), 'currency'],
    ['no account', validCamt.replace(/<Id><IBAN>.*?<\/IBAN><\/Id><Ccy>/, '<Ccy>'), 'missing'],
    ['no opening balance', validCamt.replace('>OPBD<', '>XXXX<'), 'missing'],
    ['another message', validCamt.replaceAll('camt.053', 'camt.052'), 'notStatement'],
    ['a version to come', validCamt.replace('001.02', '001.13'), 'version'],
    ['no statement', validCamt.replace(/<Stmt>[\s\S]*<\/Stmt>/, ''), 'empty'],
    ['an element that never ends', validCamt.replace('</Stmt>', ''), 'xml'],
    ['letters that are no UTF-8', Buffer.from(validCamt, 'latin1'), 'encoding'],
    ['a set of letters that nobody knows', validCamt.replace('UTF-8', 'UTF-7'), 'encoding'],
    ['entities of its own', validCamt.replace('?>', '?><!DOCTYPE d [<!ENTITY a "b">]>'), 'doctype'],
    [
      'a bomb of entities',
      `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><l>&b;</l>`,
      'doctype',
    ],
    ['a file from outside', '<?xml version="1.0"?><!DOCTYPE l SYSTEM "file:///etc/passwd"><l/>', 'doctype'],
    ['a tower of elements', `<?xml version="1.0"?>${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`, 'tooDeep'],
  ])('refuses a camt.053 file whole with %s', (_, content, reason) => {
    expect(getStatementFault(content)).toBe(reason)
  })
})

describe('Norma 43 statements', () => {
  test('gives the account of a Norma 43 file its IBAN', () => {
    expect(readStatementFile(validNorma43)).toMatchObject({
      format: 'norma43',
      statements: [
        {
          number: 'ES9121000418450200051332',
          currency: 'EUR',
          name: 'DINO INVERSIONES',
          opening: '1000.00',
          closing: '1100.25',
          fromDate: '2026-06-12',
          toDate: '2026-06-12',
          entries: [{ amount: '120.50' }, { amount: '-20.25', remittance: 'COMISIÓN' }],
        },
      ],
    })
    expect(readStatementFile(validNorma43).statements[0]!.entries[0]!.remittance).toContain('JOSÉ PEÑA')
  })

  const text = validNorma43.toString('latin1')
  const lines = text.split('\r\n')
  test.each([
    [
      'a total that is not that of its entries',
      text.replace(
        '33210004180200051332' + '00001' + '00000000002025',
        '33210004180200051332' + '00001' + '00000000002026',
      ),
      'total',
    ],
    [
      'a number of entries that is not theirs',
      text.replace('33210004180200051332' + '00001', '33210004180200051332' + '00002'),
      'count',
    ],
    [
      'a number of records that is not theirs',
      text.replace(`${'9'.repeat(18)}000006`, `${'9'.repeat(18)}000007`),
      'count',
    ],
    ['no end', lines.slice(0, -1).join('\r\n'), 'missing'],
    ['a line too long', text.replace('COMISI', 'COMISION DE MAS DE OCHENTA COLUMNAS COMISI'), 'tooLong'],
    ['a record of its own', text.replace('\r\n2301COM', '\r\n9901COM'), 'record'],
    ['another currency', text.replaceAll('978', '840'), 'currency'],
    ['a day that there is not', text.replaceAll('260612', '260631'), 'date'],
  ])('refuses a Norma 43 file whole with %s', (_, content, reason) => {
    expect(getStatementFault(Buffer.from(content, 'latin1'))).toBe(reason)
  })
})

test.each([
  ['nothing', ''],
  ['a picture', '\u0089PNG\r\n\u001a\n'],
  ['a spreadsheet', 'PK\u0003\u0004'],
  ['a CSV', 'fecha;importe\r\n2026-06-12;10,00'],
])('%s is no statement', (_, content) => {
  expect(getStatementFault(Buffer.from(content, 'latin1'))).toBe('notStatement')
})

describe('statements refused before parsing', () => {
  test.each([
    ['200,000 attributes', `<Document ${Array.from({ length: 200_000 }, (_, n) => `a${n}="x"`).join(' ')}/>`],
    ['a comment of four million signs', `<Document><!--${'-'.repeat(4_000_000)}`],
    ['an attribute without end', `<Document a="${'x'.repeat(4_000_000)}`],
    ['four million blanks in an element', `<Document${' '.repeat(4_000_000)}/>`],
    ['a text of four million signs', `<Document><Id>${'x'.repeat(4_000_000)}</Id></Document>`],
  ])('refuses a statement before parsing it with %s', (_, content) => {
    const validate = vi.spyOn(XMLValidator, 'validate')
    expect(getStatementFault(Buffer.from(content))).toBe('tooLongElement')
    expect(validate).not.toHaveBeenCalled()
    validate.mockRestore()
  })

  test('refuses a statement with more elements than the limit before parsing it', () => {
    expect(getStatementFault(Buffer.from(`<Document>${'<a/>'.repeat(500_001)}</Document>`))).toBe('tooMany')
  })

  test('takes a statement with comments, long texts and CDATA within their limits', () => {
    const filled = validCamt.replace('<GrpHdr>', `<!-- ${'x'.repeat(3000)} --><![CDATA[<>]]><GrpHdr>`)
    expect(readStatementFile(Buffer.from(filled)).statements).toHaveLength(1)
  })
})

describe('cut, altered or random statement files', () => {
  /** Taken as it stands, or refused with a reason: never a fault of ours, and never with balances that don't hold. */
  const isHandled = (content: Uint8Array): void => {
    try {
      for (const { opening, closing, entries } of readStatementFile(content).statements) {
        const cents = (amount: string) => BigInt(amount.replace('.', ''))
        expect(entries.reduce((sum, { amount }) => sum + cents(amount), cents(opening))).toBe(cents(closing))
      }
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
    }
  }
  const files = [Buffer.from(validCamt), validNorma43]

  test('takes a cut, altered or random file consistently or refuses it with a reason', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.nat(2500),
        fc.uint8Array({ maxLength: 12 }),
        fc.nat(40),
        (file, at, put, gone) => {
          isHandled(Buffer.concat([file.subarray(0, at), put, file.subarray(at + gone)]))
        },
      ),
      { numRuns: 600 },
    )
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.nat(2500), (file, at) => isHandled(file.subarray(0, at))),
      { numRuns: 200 },
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => isHandled(bytes)),
      { numRuns: 200 },
    )
  })
})

test('finds account numbers in any spelling, and never inside longer ones', () => {
  expect(extractAccountNumbers('Aport. d-evas-12-0000042, junio')).toContain('DEVAS120000042')
  expect(extractAccountNumbers('D EVAS 12 00000 42')).toContain('DEVAS120000042')
  expect(extractAccountNumbers('xD-EVAS-12-0000042')).not.toContain('DEVAS120000042')
  expect(extractAccountNumbers('D-EVAS-12-00000421')).not.toContain('DEVAS120000042')
})
