import type es from '#locales/es/permissions.ts'
import type { Shape } from '#locales/shape.ts'

export default {
  title: 'Módulos e permissões',
  people: {
    title: 'Pessoas e permissões',
  },
  fields: {
    role: 'Perfil',
    module: 'Módulo',
    scope: 'Alcance',
    origin: 'Origem',
    changedAt: 'Alterado em',
    changedBy: 'Alterado por',
    person: 'Pessoa',
    email: 'E-mail',
    username: 'Utilizador',
    cvl: 'CVL',
    office: 'Escritório',
    secondFactor: 'Segundo fator',
    state: 'Acesso',
    endedAt: 'Acesso terminado em',
    ownRules: 'Permissões próprias',
  },
  origins: { product: 'Produto', firm: 'Empresa' },
  states: { working: 'Com acesso', ended: 'Sem acesso', disabled: 'Desativado' },
} satisfies Shape<typeof es>
