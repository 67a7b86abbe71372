import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { isValidBIC, isValidIBAN } from 'ibantools'
import { describe, expect, test } from 'vitest'
import type { PaymentFileContent } from './file-content.ts'
import { buildPaymentFile } from './payment-file.ts'
import { toSepaText } from './sepa-text.ts'

const paymentFileContent: PaymentFileContent = {
  prefix: 'dino',
  reference: 'DB0000000012',
  writtenAt: '2026-06-15T12:00:00',
  payOn: '2026-06-16',
  currency: 'EUR',
  firm: {
    name: 'Señal & Compañía <Inversiones>, S.L.',
    number: 'ES7921000813610123456789',
    bic: 'CAIXESBBXXX',
    taxId: null,
    suffix: null,
  },
  lines: [
    {
      reference: 'DP0000000007',
      name: 'Núñez Peña, Íñigo',
      number: 'ES9121000418450200051332',
      amount: '1234.50',
      purpose: 'Retirada Auras 12 D-AURAS-12-00013222',
    },
    {
      reference: 'DP0000000008',
      name: "O'Neill & Søn",
      number: 'PT50000201231234567890154',
      amount: '0.01',
      purpose: 'Intereses Evas 12 D-EVAS-12-00000001',
    },
  ],
}

type XmlNode = { name: string; text: string; attributes: string; children: XmlNode[] }

/** Reads what we write: elements, text and attributes, nothing else. Throws for anything that isn't well formed. */
const parseXml = (xml: string): XmlNode => {
  const root: XmlNode = { name: '', text: '', attributes: '', children: [] }
  const open = [root]
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  for (const [, close, name, attributes = '', text = ''] of body.matchAll(/<(\/?)([A-Za-z0-9]+)([^>]*)>([^<]*)/g)) {
    if (close) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes something else`)
      continue
    }
    const node = { name: name!, text, attributes, children: [] }
    open.at(-1)!.children.push(node)
    open.push(node)
  }
  if (open.length !== 1) throw new Error('not closed')
  return root.children[0]!
}
const findNodes = (node: XmlNode, path: string): XmlNode[] =>
  path
    .split('/')
    .reduce((found, name) => found.flatMap((one) => one.children.filter((child) => child.name === name)), [node])
const readTexts = (node: XmlNode, path: string): string[] => findNodes(node, path).map(({ text }) => text)
const listChildNames = ({ children }: XmlNode): string[] => children.map(({ name }) => name)

/** The order of the elements in the schema of pain.001.001.09, as far as SEPA uses them. */
const painElementOrder: Record<string, string[]> = {
  CstmrCdtTrfInitn: ['GrpHdr', 'PmtInf'],
  GrpHdr: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty'],
  PmtInf: [
    ...['PmtInfId', 'PmtMtd', 'BtchBookg', 'NbOfTxs', 'CtrlSum', 'PmtTpInf', 'ReqdExctnDt', 'Dbtr', 'DbtrAcct'],
    ...['DbtrAgt', 'ChrgBr', 'CdtTrfTxInf'],
  ],
  CdtTrfTxInf: ['PmtId', 'Amt', 'Cdtr', 'CdtrAcct', 'RmtInf'],
  PmtId: ['InstrId', 'EndToEndId'],
}
const walkNodes = (node: XmlNode, visit: (node: XmlNode) => void): void => {
  visit(node)
  for (const child of node.children) walkNodes(child, visit)
}

const sepaCharactersPattern = /^[A-Za-z0-9/\-?:().,'+ ]*$/
const unescapeXml = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[name]!,
  )

describe('pain.001 files', () => {
  const file = (changes: Partial<PaymentFileContent> = {}) =>
    parseXml(buildPaymentFile('pain.001', { ...paymentFileContent, ...changes }).file.toString())

  test("pain.001 lists the schema's elements in their order and namespace", () => {
    const document = file()
    expect([document.name, document.attributes]).toEqual([
      'Document',
      ' xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"',
    ])
    walkNodes(document, (node) => {
      const allowed = painElementOrder[node.name]
      if (!allowed) return
      expect([...new Set(listChildNames(node))], node.name).toEqual(allowed)
      expect(listChildNames(node), node.name).toEqual(
        [...listChildNames(node)].sort((a, b) => allowed.indexOf(a) - allowed.indexOf(b)),
      )
    })
  })

  // One debit for all of it is what the entry of the bank is matched with; each side pays its own charges.
  test('pain.001 orders SEPA transfers that the bank books as one debit', () => {
    const root = file()
    const block = 'CstmrCdtTrfInitn/PmtInf'
    expect(readTexts(root, `${block}/PmtMtd`)).toEqual(['TRF'])
    expect(readTexts(root, `${block}/BtchBookg`)).toEqual(['true'])
    expect(readTexts(root, `${block}/PmtTpInf/SvcLvl/Cd`)).toEqual(['SEPA'])
    expect(readTexts(root, `${block}/ChrgBr`)).toEqual(['SLEV'])
  })

  test('pain.001 repeats equal totals in header, block and payments', () => {
    const root = file()
    for (const part of ['GrpHdr', 'PmtInf']) {
      expect(readTexts(root, `CstmrCdtTrfInitn/${part}/NbOfTxs`)).toEqual(['2'])
      expect(readTexts(root, `CstmrCdtTrfInitn/${part}/CtrlSum`)).toEqual(['1234.51'])
    }
    const amounts = findNodes(root, 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Amt/InstdAmt')
    expect(amounts.map(({ text, attributes }) => text + attributes)).toEqual(['1234.50 Ccy="EUR"', '0.01 Ccy="EUR"'])
  })

  test('pain.001 names each payment by its reference and pays to valid IBANs', () => {
    const payments = 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf'
    const root = file()
    expect(readTexts(root, `${payments}/PmtId/EndToEndId`)).toEqual(['DP0000000007', 'DP0000000008'])
    const ibans = [
      ...readTexts(root, `${payments}/CdtrAcct/Id/IBAN`),
      ...readTexts(root, 'CstmrCdtTrfInitn/PmtInf/DbtrAcct/Id/IBAN'),
    ]
    expect(ibans).toHaveLength(3)
    expect(ibans.every((iban) => isValidIBAN(iban))).toBe(true)
    expect(readTexts(root, `${payments}/Cdtr/Nm`).map(unescapeXml)).toEqual(['Nunez Pena, Inigo', "O'Neill + Son"])
    expect(readTexts(root, 'CstmrCdtTrfInitn/GrpHdr/InitgPty/Nm')).toEqual(['Senal + Compania .Inversiones., S.L.'])
  })

  test('pain.001 puts the purpose after the reference, within 140 characters', () => {
    const remittance = (root: XmlNode) => readTexts(root, 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/RmtInf/Ustrd')
    expect(remittance(file())).toEqual([
      'DP0000000007 Retirada Auras 12 D-AURAS-12-00013222',
      'DP0000000008 Intereses Evas 12 D-EVAS-12-00000001',
    ])
    const long = file({ lines: paymentFileContent.lines.map((line) => ({ ...line, purpose: 'x'.repeat(300) })) })
    expect(remittance(long).map((text) => [text.slice(0, 12), text.length])).toEqual([
      ['DP0000000007', 140],
      ['DP0000000008', 140],
    ])
  })

  test('pain.001 names the orderer by tax number and suffix when the firm set them', () => {
    const orderer = 'CstmrCdtTrfInitn/GrpHdr/InitgPty'
    expect(findNodes(file(), `${orderer}/Id`)).toEqual([])
    const set = file({ firm: { ...paymentFileContent.firm, taxId: 'B12345674', suffix: '001' } })
    expect(readTexts(set, `${orderer}/Id/OrgId/Othr/Id`)).toEqual(['B12345674001'])
    expect(listChildNames(findNodes(set, orderer)[0]!)).toEqual(['Nm', 'Id'])
  })

  test('pain.001 names the bank by BIC, or NOTPROVIDED when it has none', () => {
    const agent = 'CstmrCdtTrfInitn/PmtInf/DbtrAgt/FinInstnId'
    expect(readTexts(file(), `${agent}/BICFI`).every((bic) => isValidBIC(bic))).toBe(true)
    const without = file({ firm: { ...paymentFileContent.firm, bic: null } })
    expect([readTexts(without, `${agent}/BICFI`), readTexts(without, `${agent}/Othr/Id`)]).toEqual([
      [],
      ['NOTPROVIDED'],
    ])
  })

  test('pain.001 of any content is well formed, within SEPA limits, and sums exactly', () => {
    const line = fc.record({
      reference: fc.stringMatching(/^DP\d{10}$/),
      purpose: fc.string({ unit: 'binary', maxLength: 200 }),
      name: fc.string({ unit: 'binary', minLength: 1, maxLength: 120 }),
      number: fc.constant('ES9121000418450200051332'),
      amount: fc
        .bigInt(1n, 99_999_999_999_999n)
        .map((cents) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`),
    })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
        const root = file({ lines })
        const payments = findNodes(root, 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf')
        expect(payments).toHaveLength(lines.length)
        const cents = lines.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
        const [controlSum] = readTexts(root, 'CstmrCdtTrfInitn/GrpHdr/CtrlSum')
        expect(BigInt(controlSum!.replace('.', ''))).toBe(cents)
        walkNodes(root, ({ name, text, children }) => {
          if (children.length > 0 || name === 'CreDtTm') return
          expect(unescapeXml(text)).toMatch(sepaCharactersPattern)
          if (name === 'Ustrd') expect(unescapeXml(text)).toMatch(/^DP\d{10}(?![^ ]).{0,128}$/)
          if (name === 'Nm') expect(unescapeXml(text)).toMatch(/^.{1,70}$/)
          if (/Id$/.test(name)) expect(text.length).toBeLessThanOrEqual(35)
        })
      }),
      { numRuns: 60 },
    )
  })
})

describe('SPEI files', () => {
  const mexican: PaymentFileContent = {
    ...paymentFileContent,
    prefix: 'cfl',
    currency: 'MXN',
    firm: { name: 'CFL México', number: '002010077777777771', bic: null, taxId: null, suffix: null },
    lines: [
      {
        reference: 'CP0000000007',
        name: 'Núñez | Peña',
        number: '002010077777777771',
        amount: '1234.50',
        purpose: 'Retirada Auras 12 D-AURAS-12-00013222',
      },
      {
        reference: 'CP0000000008',
        name: 'Lucía Pérez',
        number: '002010077777777771',
        amount: '0.01',
        purpose: 'Intereses Evas 12 D-EVAS-12-00000001',
      },
    ],
  }
  const lines = () => buildPaymentFile('spei', mexican).file.toString().split('\r\n')

  test('a SPEI file holds header, payment lines and a trailer with totals and hash', () => {
    const [head, one, other, trailer, end] = lines()
    expect(head).toBe(
      'H|SPEI|1|DB0000000012|2026-06-15T12:00:00|2026-06-16|002010077777777771|CFL MEXICO|2|1234.51|MXN',
    )
    expect(one).toBe(
      'D|1|CP0000000007|002|002010077777777771|1234.50|NUNEZ . PENA|0000007|RETIRADA AURAS 12 D-AURAS-12-00013222',
    )
    expect(other!.split('|')).toHaveLength(9)
    const hash = createHash('sha256').update(`${head}\r\n${one}\r\n${other}\r\n`).digest('hex')
    expect([trailer, end]).toEqual([`T|2|1234.51|${hash}`, ''])
  })
})

test('equal content produces equal bytes, and different content another hash', () => {
  for (const kind of ['pain.001', 'spei'] as const) {
    const one = buildPaymentFile(kind, paymentFileContent)
    const other = buildPaymentFile(kind, structuredClone(paymentFileContent))
    expect(one.file.equals(other.file)).toBe(true)
    expect(one.sha256).toBe(createHash('sha256').update(one.file).digest('hex'))
    expect(buildPaymentFile(kind, { ...paymentFileContent, payOn: '2026-06-17' }).sha256).not.toBe(one.sha256)
  }
})

test.each([
  ['Ångström Łódź', 'Angstrom Lodz'],
  ['Straße // Æther', 'Strasse / AEther'],
  ['/Comienzo y fin/', 'Comienzo y fin'],
  ['漢字 y emoji 🙂', '.. y emoji .'],
  ['a'.repeat(80), 'a'.repeat(70)],
])('converts "%s" to the SEPA text "%s"', (typed, expected) => {
  expect(toSepaText(typed, 70)).toBe(expected)
})
