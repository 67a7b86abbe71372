export default {
  title: 'Seguimiento',
  parts: 'Partes del seguimiento',
  panels: {
    comments: 'Comentarios',
  },
  loading: 'Cargando…',
  comments: {
    label: 'Nuevo comentario',
    placeholder: 'Escribe un comentario. Con @ mencionas a alguien.',
    editLabel: 'Editar el comentario',
    send: 'Comentar',
    save: 'Guardar',
    list: 'Comentarios, del más reciente al más antiguo',
    empty: 'Todavía no hay comentarios.',
    emptyHint: 'Lo que escribas lo lee quien puede ver esta ficha, y nadie más.',
    older: 'Ver anteriores',
    edit: 'Editar',
    remove: 'Eliminar',
    edited: 'editado',
    acting: 'en la vista de {{cvl}}',
    removed: '{{name}} ha eliminado este comentario.',
    removeTitle: '¿Eliminar el comentario?',
    removeText: 'Se borra lo que dice y no se puede recuperar. Queda la marca de que hubo un comentario.',
    somebody: 'Alguien que ya no está',
    left: 'Quedan {{count}} caracteres',
  },
  mention: {
    label: 'Personas que ven esta ficha',
    found_one: '{{count}} persona. Elige con las flechas.',
    found_many: '{{count}} personas. Elige con las flechas.',
    found_other: '{{count}} personas. Elige con las flechas.',
    nobody: 'Nadie con ese nombre puede ver esta ficha.',
  },
}

/** What lists of all features say of this one. */
export const words = {
  notifications: {
    comment: {
      mentioned: {
        title: 'Te han mencionado',
        text: '{{by}} te menciona en un comentario de {{entity}}.',
      },
    },
    record: {
      assigned: {
        title: 'Estás a cargo',
        text: '{{by}} te ha puesto a cargo de {{entity}}.',
      },
    },
  },
  actions: {
    comment_added: 'Comenta',
    comment_edited: 'Edita un comentario',
    comment_removed: 'Elimina un comentario',
    attachment_added: 'Sube un documento',
    attachment_changed: 'Cambia la descripción de un documento',
    attachment_removed: 'Elimina un documento',
    attachment_restored: 'Recupera un documento',
    attachment_purged: 'Se borra un documento eliminado',
    attachment_downloaded: 'Descarga un documento',
    assignment_changed: 'Cambia quién está a cargo',
    tag_added: 'Añade una etiqueta',
    tag_removed: 'Quita una etiqueta',
    tag_created: 'Crea una etiqueta',
    tag_changed: 'Cambia una etiqueta',
    tag_merged: 'Une dos etiquetas',
    tag_deleted: 'Elimina una etiqueta',
  },
  entities: {
    tag: 'Etiqueta',
  },
}
