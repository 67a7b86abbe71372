/** Whom something of the agenda is about, as one value: 'contact:12'. */
export type AgendaPerson = { key: `contact:${string}` | `client:${string}`; name: string }

/** As the calls of the agenda name them. */
export const toPersonIds = (key: string): { contactId: string | null; clientId: string | null } => {
  const [kind, id = ''] = key.split(':')
  return { contactId: kind === 'contact' ? id : null, clientId: kind === 'client' ? id : null }
}

/** The page of whom something of the agenda is about. */
export const buildPersonHref = ({
  contactId,
  clientId,
}: {
  contactId: string | null
  clientId: string | null
}): string => (contactId === null ? `/clientes/${clientId}` : `/crm/AgendaComercial/contactos/${contactId}`)

/** Of whom the rows are, as the lists of the agenda are filtered. */
export type AgendaPersonFilter = { contact: string } | { client: string }
/** `hidesEmpty`: nothing is shown where there is nothing, for pages that have much else. */
export type AgendaSectionProps = { person: AgendaPersonFilter; hidesEmpty?: boolean | undefined }
