import { useTranslation } from '#web/core/use-translation.ts'
import { SectionTabs } from '#web/ui/section-tabs.tsx'

const agendaTabPaths = {
  calendar: '/crm/AgendaComercial',
  board: '/crm/AgendaComercial/tablero',
  contacts: '/crm/AgendaComercial/contactos',
  meetings: '/crm/AgendaComercial/reuniones',
  reviews: '/crm/AgendaComercial/revisiones',
  calls: '/crm/AgendaComercial/llamadas',
  followUps: '/crm/AgendaComercial/seguimientos',
  search: '/crm/AgendaComercial/buscar',
} as const
type AgendaTab = keyof typeof agendaTabPaths

/** The parts of the commercial agenda. The screen loads the texts 'contacts'. */
export const AgendaTabs = ({ current }: { current: AgendaTab }) => {
  const { t } = useTranslation('contacts')
  return (
    <SectionTabs
      label={t('parts.label')}
      current={current}
      parts={(Object.keys(agendaTabPaths) as AgendaTab[]).map((key) => ({
        key,
        name: t(`parts.${key}`),
        href: agendaTabPaths[key],
      }))}
    />
  )
}
