import { modules } from './written/words.ts'

export default {
  modules: modules,
  actions: {
    view: 'Ver',
    create: 'Criar',
    edit: 'Editar',
    delete: 'Eliminar',
    export: 'Exportar',
    approve: 'Aprovar',
  },
  scopes: {
    own: 'Próprio',
    team: 'Equipa',
    zone: 'Zona',
    all: 'Tudo',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    access: 'Módulos e permissões',
    accessPeople: 'Pessoas e permissões',
    giveAccess: 'Dar acesso',
    accessPerson: 'Permissões de uma pessoa',
  },
  modules: {
    bt_ModulosPermisos: 'Módulos e permissões',
  },
  notifications: {
    access: {
      directionEnded: {
        title: 'Saída na direção',
        text: '{{by}} terminou o acesso ou o contrato de {{name}}, da direção.',
      },
      created: {
        title: 'Utilizador novo',
        text: '{{name}} já pode entrar com o perfil {{role}}. O utilizador foi criado pelo administrador do sistema.',
      },
    },
    permissions: {
      changed: {
        title: 'Permissões alteradas',
        text: 'As suas permissões foram alteradas. O menu já está atualizado.',
      },
    },
  },
  actions: {
    permissions_matrixChanged: 'Altera as permissões de um perfil',
    permissions_roleChanged: 'Altera o perfil de uma pessoa',
    permissions_granted: 'Concede uma exceção a uma pessoa',
    permissions_denied: 'Nega uma permissão a uma pessoa',
    permissions_ruleEnded: 'Termina uma exceção de uma pessoa',
    permissions_exported: 'Exporta as permissões',
    access_given: 'Dá acesso a uma pessoa',
    access_invitedAgain: 'Repete um convite',
    access_ended: 'Termina o acesso de uma pessoa',
    access_restored: 'Restabelece o acesso de uma pessoa',
    access_exported: 'Exporta pessoas e permissões',
  },
  entities: {
    permissions: 'Permissões dos perfis',
    access: 'Acesso de uma pessoa',
    bt_ModulosPermisos: 'Ecrã: Módulos e permissões',
  },
  tasks: {
    permissions: {
      matrix: 'Permissões de um perfil',
      role: 'Perfil e acesso',
      person: 'Exceção de uma pessoa',
    },
  },
  changes: {
    matrix_one: 'Alterar {{count}} permissão dos perfis',
    matrix_many: 'Alterar {{count}} permissões dos perfis',
    matrix_other: 'Alterar {{count}} permissões dos perfis',
    role: '{{who}}: de {{from}} para {{to}}',
    access: 'Dar acesso a {{who}} com o perfil {{to}}',
    restore: 'Restabelecer o acesso de {{who}} com o perfil {{to}}',
    grant: 'Permitir a {{who}}: {{action}} em {{module}}',
    deny: 'Negar a {{who}}: {{action}} em {{module}}',
    end: 'Terminar uma exceção de {{who}}: {{action}} em {{module}}',
  },
  auditFields: {
    invited: 'Convite enviado',
  },
  auditValues: {
    access: 'Acesso novo',
    restore: 'Restabelecer o acesso',
    end: 'Fim de uma exceção',
    disabled: 'Desativado',
  },
  changeFields: {
    actions: 'Ações',
    scope: 'Âmbito',
    allowed: 'Permitido',
    scopes: 'Âmbito',
    effect: 'Efeito',
    module: 'Módulo',
    action: 'Ação',
    validTo: 'Até',
    rule: 'Exceção',
    emailChangedOn: 'E-mail da ficha alterado em',
    emailChangedBy: 'E-mail da ficha alterado por',
    existingUser: 'O e-mail é de um utilizador que já existe',
    worksFor: 'Já trabalha em',
    nameDiffers: 'O nome não coincide com o da ficha',
  },
  changeValues: {
    grant: 'Permitir',
    deny: 'Negar',
    working: 'No ativo',
  },
}
