import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const movementsHeader =
  '"trans_id";"account_id";"date";"type";"operation";"amount";"balance";"k_symbol";"bank";"account"'

export type BerkaMovement = {
  id: number
  account?: number
  date?: string
  type?: string
  operation?: string
  amount?: string
  balance?: string
  symbol?: string
  bank?: string
  partner?: string
}

/** One line of a movements file as the bank writes it, without its end. */
export const formatMovementLine = (m: BerkaMovement): string =>
  [
    m.id,
    m.account ?? 1,
    m.date ?? '930105',
    `"${m.type ?? 'PRIJEM'}"`,
    `"${m.operation ?? 'VKLAD'}"`,
    m.amount ?? '100.00',
    m.balance ?? '100.00',
    `"${m.symbol ?? ''}"`,
    m.bank ? `"${m.bank}"` : '',
    m.partner ? `"${m.partner}"` : '',
  ].join(';')

export const buildMovementsFile = (lines: readonly string[]): string => [movementsHeader, ...lines, ''].join('\r\n')

const baseFiles: Record<string, string> = {
  'district.asc': [
    'A1;A2;A3;A4;A5;A6;A7;A8;A9;A10;A11;A12;A13;A14;A15;A16',
    '1;"Hl.m. Praha";"Prague";1204953;0;0;0;1;1;100.0;12541;0.29;0.43;167;85677;99107',
    '2;"Benesov";"central Bohemia";88884;80;26;6;2;5;46.7;8507;1.67;1.85;132;2159;2674',
    '3;"Beroun";"central Bohemia";75232;55;26;4;1;5;41.7;8980;1.95;2.21;111;2824;2813',
  ].join('\r\n'),
  // Client 2 lives in district 1 and holds an account of district 3; client 3 may act on it.
  'client.asc':
    '"client_id";"birth_number";"district_id"\r\n1;"706213";1\r\n2;"450204";1\r\n3;"406009";2\r\n4;"690811";2',
  'account.asc':
    '"account_id";"district_id";"frequency";"date"\r\n1;1;"POPLATEK MESICNE";930101\r\n2;3;"POPLATEK TYDNE";930110\r\n3;2;"POPLATEK PO OBRATU";930201',
  'disp.asc':
    '"disp_id";"client_id";"account_id";"type"\r\n1;1;1;"OWNER"\r\n2;2;2;"OWNER"\r\n3;3;2;"DISPONENT"\r\n4;4;3;"OWNER"',
  'loan.asc':
    '"loan_id";"account_id";"date";"amount";"duration";"payments";"status"\r\n9;2;930705;96396;12;8033.00;"B"',
  'card.asc': '"card_id";"disp_id";"type";"issued"\r\n7;3;"gold";931107 00:00:00',
  'order.asc':
    '"order_id";"account_id";"bank_to";"account_to";"amount";"k_symbol"\r\n5;1;"YZ";"87144583";2452.00;"SIPO"',
}

/** A small bank in a folder of its own: three districts, three accounts, four clients. `files` replaces or adds; `remove` at the end. */
export const writeBerkaFolder = (files: Readonly<Record<string, string | Buffer>> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-berka-'))
  const write = (name: string, content: string | Buffer): string => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const ended = Object.entries(baseFiles).map(([name, content]) => [name, `${content}\r\n`] as const)
  for (const [name, content] of Object.entries({ ...Object.fromEntries(ended), ...files })) write(name, content)
  return { folder, write, base: baseFiles, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A movement of each kind, on two accounts, and one of nothing. */
export const movementsOfEachKind: BerkaMovement[] = [
  { id: 101, amount: '700.00' },
  { id: 102, date: '930131', symbol: 'UROK', operation: '', amount: '2.50' },
  {
    id: 103,
    date: '930201',
    type: 'VYDAJ',
    operation: 'PREVOD NA UCET',
    amount: '1000.00',
    bank: 'AB',
    partner: '66487163',
    symbol: 'SIPO',
  },
  { id: 104, date: '930202', type: 'VYBER', operation: 'VYBER', amount: '10.10' },
  { id: 105, date: '930228', type: 'VYDAJ', operation: 'VYBER', amount: '5.40', symbol: 'SANKC. UROK' },
  { id: 106, date: '930228', type: 'VYDAJ', operation: 'VYBER', amount: '14.60', symbol: 'SLUZBY' },
  {
    id: 107,
    account: 2,
    date: '930301',
    operation: 'PREVOD Z UCTU',
    amount: '5000.00',
    symbol: 'DUCHOD',
    bank: 'GH',
    partner: '0',
  },
  { id: 108, account: 2, date: '930302', amount: '0.00' },
]
