import type { StaffPosition } from '#db/types.ts'
import { isoDay } from '#rules/calendar.ts'
import { cif, companyRfc, nif } from '#rules/identity.ts'
import { copyRow } from './copy.ts'
import type { Firm } from './firm.ts'

/** Who employs: the firm itself, and the company that its commercial network works for. */
const names = {
  ES: ['Atalaya Gestión, S.A.', 'Atalaya Red Comercial, S.L.U.'],
  PT: ['Atalaya Portugal, S.A.', 'Atalaya Rede Comercial, Unipessoal Lda.'],
  MX: ['Atalaya México, S.A. de C.V.', 'Atalaya Red Comercial, S. de R.L. de C.V.'],
} as const

const taxId = (firm: Firm, n: number): string => {
  if (firm.code === 'ES') return cif(n === 0 ? 'A' : 'B', 8_412_330 + 5_003 * n)
  if (firm.code === 'PT') return nif(51_240_310 + 7_001 * n)
  return companyRfc(n === 0 ? 'AME' : 'ARC', isoDay(firm.opening - 900 + 300 * n), 17 + n)
}

const inNetwork: readonly StaffPosition[] = ['manager', 'partner', 'advisor', 'banker']
/** Which of the two somebody works for. */
export const employerOf = ({ position }: { position: StaffPosition }): number => (inNetwork.includes(position) ? 1 : 0)

export const subcompanyRows = (firm: Firm): string[] =>
  names[firm.code].map((name, n) => copyRow([firm.first.subcompany + n, name, taxId(firm, n)]))
