import type es from '../es/settings.ts'
import type { Shape } from '../shape.ts'

export default {
  context: 'Valem para {{prefix}}. Cada alteração fica na auditoria.',
  conflict:
    'Outra pessoa alterou as definições. Estas são as mais recentes: repete a tua alteração se ainda for precisa.',
  parts: {
    label: 'Partes das definições',
    general: 'Geral',
    reference: 'Zonas, balcões e subempresas',
    withholding: 'Retenções na fonte',
    payments: 'Pagamentos e limites',
    notices: 'Avisos a clientes',
    accounting: 'Contabilidade',
  },
  maintenance: {
    title: 'Manutenção',
    lead: 'Enquanto dura, só entram os administradores. As outras pessoas esperam na página de manutenção e voltam sozinhas ao sítio onde estavam; quem não se mexer durante meia hora fica sem sessão, como sempre.',
    off: 'Aberto a toda a gente',
    on: 'Em manutenção desde {{since}}',
    until: 'Fim previsto: {{until}}',
    open: 'Sem fim previsto',
    message: 'Mensagem',
    messageHint: 'O que vão ler. Vazio: o texto habitual.',
    length: 'Duração prevista',
    lengths: {
      none: 'Sem previsão',
      minutes_one: '{{count}} minuto',
      minutes_many: '{{count}} minutos',
      minutes_other: '{{count}} minutos',
      hours_one: '{{count}} hora',
      hours_many: '{{count}} horas',
      hours_other: '{{count}} horas',
    },
    begin: 'Começar a manutenção',
    change: 'Alterar a mensagem',
    end: 'Terminar a manutenção',
    confirmTitle: 'Começar a manutenção de {{prefix}}?',
    confirmText: 'A partir de agora ninguém além dos administradores poderá trabalhar. Todas as pessoas são avisadas.',
  },
  currencies: {
    title: 'Moedas',
    lead: 'Os livros estão em euros. Com uma taxa de câmbio, cada pessoa pode ver os montantes convertidos e marcados como tal.',
    currency: 'Moeda',
    currencyHint: 'Três letras: USD, GBP, MXN…',
    perEuro: 'Unidades por 1 €',
    perEuroHint: 'Por exemplo: 1,0825',
    validFrom: 'Desde',
    setBy: 'Definida por',
    setAt: 'Definida em',
    state: 'Estado',
    states: { current: 'Em vigor', coming: 'Futura', past: 'Anterior' },
    remove: 'Remover',
    removeNamed: 'Remover a taxa de {{currency}} desde {{date}}',
    removed: 'A taxa de {{currency}} desde {{date}} foi removida.',
    undo: 'Anular',
    add: 'Adicionar taxa de câmbio',
    none: 'Não há taxas de câmbio: os montantes veem-se só em euros.',
  },
  google: {
    title: 'Google',
    on: 'O acesso com Google está ativado.',
    off: 'O acesso com Google está oculto: não há nenhum cliente Google configurado.',
    how: 'Para o ativar, inicia o Atalaya com GOOGLE_CLIENT_ID, o identificador do cliente OAuth da tua organização.',
    client: 'Cliente',
    issuer: 'Emissor',
  },
  mail: {
    title: 'Correio',
    smtp: 'O correio sai pelo servidor SMTP configurado.',
    mailbox: 'Não há servidor SMTP: as mensagens ficam na pasta mailbox dos dados.',
    how: 'Para as enviar, inicia o Atalaya com SMTP_URL.',
    waiting: 'Em espera',
    failed: 'Não entregues',
  },
  secondFactor: {
    addTitle: 'Exigir um segundo fator ao perfil {{role}}?',
    addText:
      'Quem decide com este perfil não tem segundo fator e não poderia aprovar durante 24 horas depois de o registar. Por isso a direção decide.',
    endTitle: 'Deixar de exigir um segundo fator ao perfil {{role}}?',
    endText: 'A direção decide. Até lá continua a ser exigido.',
    title: 'Segundo fator',
    lead: 'Estes perfis não podem trabalhar sem uma aplicação de códigos ou uma chave de acesso. Quem não a tiver, regista-a ao entrar.',
  },
  panel: {
    title: 'Aparência',
    label: 'Cada pessoa pode abrir o painel de aparência',
  },
  checks: {
    title: 'Alterações revistas por outra pessoa',
    lead: 'O que está assinalado não é feito até que outra pessoa o aprove. Retirar uma revisão é decidido pela direção, e quem pode aprovar é avisado. O que já aguarda continua a aguardar.',
    always:
      'Revê-se sempre: retirar uma revisão, os limites de cada perfil, as regras do dinheiro registado à mão, deixar um perfil sem segundo fator e nomear suplente de outra pessoa que decide sobre dinheiro ou permissões.',
    onTitle: 'Começar a pedir: {{task}}?',
    onText:
      'Se a direção o aprovar, a partir daí ninguém aprova dinheiro, contas nem permissões sem um segundo fator ativado pelo menos um dia antes. Confirma antes que quem aprova o tem.',
    on: 'Propor pedi-lo',
    offTitle: 'Deixar de pedir: {{task}}?',
    offText:
      'Se a direção o aprovar, a partir daí uma só pessoa o faz, de imediato. Quem pode aprovar é avisado e fica na auditoria.',
    off: 'Propor retirá-la',
    reason: 'Motivo',
    reasonHint: 'Será lido por quem decide.',
    waiting: 'Aguarda que outra pessoa o aprove.',
    open: 'Ver a proposta',
  },
} satisfies Shape<typeof es>

/** What lists of all features say of this one. */
export const words = {
  screens: {
    settings: 'Definições',
  },
  modules: {
    bt_Ajustes: 'Definições',
  },
  notifications: {
    maintenance: {
      announced: {
        title: 'Manutenção',
        text: 'Fim previsto: {{until}}.',
        open: 'Sem fim previsto.',
      },
    },
    setting: {
      changed: {
        title: 'Definição alterada',
        text: '{{by}} aprovou: {{change}}.',
      },
    },
    limit: {
      changed: {
        title: 'Limite alterado',
        text: '{{by}} aprovou: {{change}}.',
      },
    },
    contributionRules: {
      changed: {
        title: 'Regras do dinheiro registado à mão alteradas',
        text: '{{by}} aprovou: {{change}}.',
      },
    },
    firmAccount: {
      changed: {
        title: 'Conta dos pagamentos alterada',
        text: '{{by}} aprovou: {{change}}.',
      },
    },
    secondFactorRoles: {
      changed: {
        title: 'Segundo fator',
        text: '{{by}} aprovou: {{change}}.',
      },
    },
  },
  actions: {
    firmAccount_set: 'Altera a conta de onde saem os pagamentos',
    contributionRules_set: 'Altera as regras do dinheiro registado à mão',
    limit_set: 'Define um limite',
    limit_removed: 'Retira um limite',
    settings_changed: 'Altera as definições',
    currencyRate_set: 'Define uma taxa de câmbio',
    currencyRate_removed: 'Retira uma taxa de câmbio',
  },
  entities: {
    settings: 'Definições',
    currencyRate: 'Taxa de câmbio',
    bt_Ajustes: 'Ecrã: Definições',
  },
  tasks: {
    paymentRate: 'Taxa de câmbio dos pagamentos',
    limit: 'Limite de um perfil',
    contributionRules: 'Regras do dinheiro registado à mão',
    firmAccount: 'Conta de onde saem os pagamentos',
    secondFactorRole: 'Segundo fator de um perfil',
  },
  changes: {
    paymentRate: 'Pagar em {{rateOn}} a {{perEuro}} {{who}} por euro',
    limitSet: 'Limite de {{kind}} de {{role}}: {{value}} desde {{from}}',
    limitRemoved: 'Retirar o limite de {{kind}} de {{role}} que começa em {{from}}',
    limitKinds: {
      withdrawal: 'levantamento',
      contribution: 'entrada registada à mão',
      bonus: 'juro extra',
    },
    points: '{{points}} pontos',
    anyAmount: 'sem limite',
    contributionRules: 'Data-valor até {{days}} dias úteis atrás; confirmação do banco em {{confirmDays}}',
    firmAccount: 'Pagar a partir da conta {{account}}',
    secondFactorRole: 'Deixar de exigir um segundo fator ao perfil {{role}}',
    secondFactorRoleOn: 'Exigir um segundo fator ao perfil {{role}}',
  },
}
