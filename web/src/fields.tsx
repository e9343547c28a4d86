// Fields of forms, each with its label.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { GameFacts } from "./messages";

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  placeholder?: string;
}

export function TextField({ label, value, onChange, hint, placeholder }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        value={value}
        placeholder={placeholder}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {hint && (
        <small id={`${id}-hint`} class="hint">
          {hint}
        </small>
      )}
    </div>
  );
}

export function SelectField({
  label,
  value,
  onChange,
  children,
}: FieldProps & { children: ComponentChildren }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {children}
      </select>
    </div>
  );
}

export function CheckField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
}) {
  const id = useId();
  return (
    <div class="field check">
      <input
        id={id}
        type="checkbox"
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
    </div>
  );
}

/** A game by its name: the usual ones first, and all others by family. */
export function GameField({
  games,
  value,
  onChange,
}: {
  games: GameFacts[];
  value: string;
  onChange: (value: string) => void;
}) {
  const families = [...new Set(games.map((game) => game.family ?? ""))];
  return (
    <SelectField label="Game" value={value} onChange={onChange}>
      {families.map((family) => (
        <optgroup key={family} label={family}>
          {games
            .filter((game) => (game.family ?? "") === family)
            .map((game) => (
              <option key={game.name} value={game.name}>
                {game.title}
              </option>
            ))}
        </optgroup>
      ))}
    </SelectField>
  );
}

export function Problem({ text }: { text: string }) {
  return text ? (
    <p class="problem" role="alert">
      {text}
    </p>
  ) : null;
}
