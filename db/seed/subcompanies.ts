import type { StaffPosition } from '#db/types.ts'
import { toIsoDate } from '#rules/calendar.ts'
import { buildCif, buildCompanyRfc, buildPortugueseNif } from '#rules/identity-numbers.ts'
import { formatCopyRow } from './copy.ts'
import type { SeedFirm } from './firm.ts'

/** Who employs: the firm itself, and the company that its commercial network works for. */
const subcompanyNames = {
  ES: ['Atalaya Gestión, S.A.', 'Atalaya Red Comercial, S.L.U.'],
  PT: ['Atalaya Portugal, S.A.', 'Atalaya Rede Comercial, Unipessoal Lda.'],
  MX: ['Atalaya México, S.A. de C.V.', 'Atalaya Red Comercial, S. de R.L. de C.V.'],
} as const

const buildTaxId = (firm: SeedFirm, n: number): string => {
  if (firm.code === 'ES') return buildCif(n === 0 ? 'A' : 'B', 8_412_330 + 5_003 * n)
  if (firm.code === 'PT') return buildPortugueseNif(51_240_310 + 7_001 * n)
  return buildCompanyRfc(n === 0 ? 'AME' : 'ARC', toIsoDate(firm.opening - 900 + 300 * n), 17 + n)
}

const salesNetworkPositions: readonly StaffPosition[] = ['manager', 'partner', 'advisor', 'banker']
/** Which of the two somebody works for. */
export const getSubcompanyIndex = ({ position }: { position: StaffPosition }): number =>
  salesNetworkPositions.includes(position) ? 1 : 0

export const buildSubcompanyRows = (firm: SeedFirm): string[] =>
  subcompanyNames[firm.code].map((name, n) => formatCopyRow([firm.first.subcompany + n, name, buildTaxId(firm, n)]))
