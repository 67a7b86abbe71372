import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { scrollToSection } from '#web/ui/jump-to-section.ts'
import classes from './clients.module.css'

type Props = { clientId: string; to: string; children: ReactNode }

/** Leads to a part of the client's page. */
export const ClientSectionLink = ({ clientId, to, children }: Props) => (
  <Link
    className={classes.sectionLink}
    to={`/clientes/${clientId}${to}`}
    preventScrollReset
    onClick={() => scrollToSection(to.slice(to.indexOf('#') + 1))}
  >
    {children}
  </Link>
)
