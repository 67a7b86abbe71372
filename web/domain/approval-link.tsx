import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePermission } from '#web/core/session.ts'

type Props = { approvalId: string; onClick?: () => void; children: ReactNode }

/** The way to a change that waits for a second person; nothing for whoever may not see changes. */
export const ApprovalLink = ({ approvalId, children, ...rest }: Props) => {
  const maySee = usePermission('bt_Aprobaciones', 'view')
  if (!maySee) return null
  return (
    <Link to={`/crm/Aprobaciones/${approvalId}`} {...rest}>
      {children}
    </Link>
  )
}
