/** Opens the form for a note about somebody in a register. */
export const NotePress = ({ name, onPress }: { name: string; onPress: () => void }) => (
  <button type="button" className="note-press no-print" aria-label={`Add a note: ${name}`} onClick={onPress}>
    Add a note
  </button>
)
