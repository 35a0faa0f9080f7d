/** A line of a file: its number, and the value of each of our columns. Empty cells are ''. */
export interface ImportLine {
  line: number
  cells: Record<string, string>
}
