import { IconChevronLeft } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { PageHead } from '#web/ui/page-head.tsx'
import { AttributionTab } from './attribution-tab.tsx'
import { ConsentTextsTab } from './consent-texts-tab.tsx'
import {
  ChecksPart,
  CurrenciesPart,
  GooglePart,
  MailPart,
  MaintenancePart,
  PanelPart,
  SecondFactorPart,
} from './general-settings-parts.tsx'
import { LedgerAccountsTab } from './ledger-accounts-tab.tsx'
import { NoticeSettingsTab } from './notice-settings-tab.tsx'
import { PaymentSettingsTab } from './payment-settings-tab.tsx'
import { PresentationTemplateTab } from './presentation-template-tab.tsx'
import { ProfitabilityTab } from './profitability-tab.tsx'
import { ReferenceDataTab } from './reference-data-tab.tsx'
import { RetentionTab } from './retention-tab.tsx'
import classes from './settings.module.css'
import { SettingsMenu } from './settings-menu.tsx'
import { type SettingsPart, settingsParts } from './settings-parts.ts'
import { useSectionInSight } from './use-section-in-sight.ts'
import { WithholdingTab } from './withholding-tab.tsx'

const partScreens: Record<SettingsPart, ComponentType> = {
  checks: ChecksPart,
  secondFactor: SecondFactorPart,
  google: GooglePart,
  panel: PanelPart,
  payments: PaymentSettingsTab,
  currencies: CurrenciesPart,
  withholding: WithholdingTab,
  attribution: AttributionTab,
  profitability: ProfitabilityTab,
  accounting: LedgerAccountsTab,
  reference: ReferenceDataTab,
  consents: ConsentTextsTab,
  retention: RetentionTab,
  notices: NoticeSettingsTab,
  presentations: PresentationTemplateTab,
  mail: MailPart,
  maintenance: MaintenancePart,
}
const partsWithoutAccounting = settingsParts.filter((part) => part !== 'accounting')

/** What an administrator decides for the whole prefix. The part in sight stands in the address. */
export default function SettingsScreen() {
  const { t } = useTranslation(['settings', 'shell'])
  const prefix = useSession((state) => state.selectedDatabasePrefix)
  const [params] = useSearchParams()
  const mayAccount = usePermission('bt_Contabilidad', 'view')
  const offered = mayAccount ? settingsParts : partsWithoutAccounting
  const named = offered.find((part) => part === params.get('part'))
  const current = named ?? offered[0]!
  const Shown = partScreens[current]
  useSectionInSight(params.get('section'))
  return (
    <div className={layoutClasses.stack}>
      <PageHead title={t('shell:screens.settings')} context={t('context', { prefix: t(`shell:prefixes.${prefix}`) })} />
      {/* On a telephone the menu is a page of its own, until a part is chosen. */}
      <div className={classes.layout} data-part={named}>
        <SettingsMenu offered={offered} current={current} />
        <div className={classes.content}>
          <Link className={classes.back} to="/crm/Ajustes">
            <IconChevronLeft size={16} aria-hidden />
            {t('parts.all')}
          </Link>
          <Shown key={current} />
        </div>
      </div>
    </div>
  )
}
