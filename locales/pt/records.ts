import type es from '../es/records.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Acompanhamento',
  parts: 'Partes do acompanhamento',
  panels: {
    comments: 'Comentários',
  },
  loading: 'A carregar…',
  comments: {
    label: 'Novo comentário',
    placeholder: 'Escreve um comentário. Com @ mencionas alguém.',
    editLabel: 'Editar o comentário',
    send: 'Comentar',
    save: 'Guardar',
    list: 'Comentários, do mais recente ao mais antigo',
    empty: 'Ainda não há comentários.',
    emptyHint: 'O que escreveres é lido por quem pode ver esta ficha, e por mais ninguém.',
    older: 'Ver anteriores',
    edit: 'Editar',
    remove: 'Eliminar',
    edited: 'editado',
    acting: 'na vista de {{cvl}}',
    removed: '{{name}} eliminou este comentário.',
    removeTitle: 'Eliminar o comentário?',
    removeText: 'O que diz é apagado e não se pode recuperar. Fica a marca de que houve um comentário.',
    somebody: 'Alguém que já não está',
    left: 'Restam {{count}} caracteres',
  },
  mention: {
    label: 'Pessoas que veem esta ficha',
    found_one: '{{count}} pessoa. Escolhe com as setas.',
    found_many: '{{count}} pessoas. Escolhe com as setas.',
    found_other: '{{count}} pessoas. Escolhe com as setas.',
    nobody: 'Ninguém com esse nome pode ver esta ficha.',
  },
} satisfies Shape<typeof es>

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    comment: {
      mentioned: {
        title: 'Mencionaram-te',
        text: '{{by}} menciona-te num comentário sobre {{entity}}.',
      },
    },
    record: {
      assigned: {
        title: 'Tens isto a teu cargo',
        text: '{{by}} pôs a teu cargo {{entity}}.',
      },
    },
  },
  actions: {
    comment_added: 'Comenta',
    comment_edited: 'Edita um comentário',
    comment_removed: 'Elimina um comentário',
    attachment_added: 'Carrega um documento',
    attachment_changed: 'Altera a descrição de um documento',
    attachment_removed: 'Elimina um documento',
    attachment_restored: 'Recupera um documento',
    attachment_purged: 'Apaga-se um documento eliminado',
    attachment_downloaded: 'Descarrega um documento',
    assignment_changed: 'Altera quem está a cargo',
    tag_added: 'Adiciona uma etiqueta',
    tag_removed: 'Retira uma etiqueta',
    tag_created: 'Cria uma etiqueta',
    tag_changed: 'Altera uma etiqueta',
    tag_merged: 'Une duas etiquetas',
    tag_deleted: 'Elimina uma etiqueta',
  },
  entities: {
    tag: 'Etiqueta',
  },
}
