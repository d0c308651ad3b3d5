package migrate

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/mail"
	"strconv"

	"github.com/gorilla/mux"
)

type handlers struct{ store *Store }

func (h handlers) add(w http.ResponseWriter, r *http.Request) {
	var in Contact
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	if in.Name == "" || len(in.Name) > 80 {
		refuse(w, http.StatusBadRequest, "name must have 1 to 80 characters")
		return
	}
	if _, err := mail.ParseAddress(in.Email); err != nil {
		refuse(w, http.StatusBadRequest, "email is not valid")
		return
	}
	if len(in.Tags) > 5 {
		refuse(w, http.StatusBadRequest, "there are too many tags")
		return
	}
	c, err := h.store.Insert(r.Context(), in)
	if err != nil {
		refuse(w, http.StatusInternalServerError, "internal error")
		return
	}
	answer(w, http.StatusCreated, c)
}

func (h handlers) show(w http.ResponseWriter, r *http.Request) {
	c, err := h.store.Find(r.Context(), mux.Vars(r)["id"])
	switch {
	case errors.Is(err, ErrNotFound):
		refuse(w, http.StatusNotFound, "no such contact")
	case err != nil:
		refuse(w, http.StatusInternalServerError, "internal error")
	default:
		answer(w, http.StatusOK, c)
	}
}

func (h handlers) list(w http.ResponseWriter, r *http.Request) {
	limit := 20
	if text := r.URL.Query().Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 100 {
			refuse(w, http.StatusBadRequest, "limit must be 1 to 100")
			return
		}
		limit = n
	}
	all, err := h.store.First(r.Context(), limit, r.URL.Query().Get("prefix"))
	if err != nil {
		refuse(w, http.StatusInternalServerError, "internal error")
		return
	}
	answer(w, http.StatusOK, all)
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func refuse(w http.ResponseWriter, status int, text string) {
	answer(w, status, map[string]string{"error": text})
}

// ByHand registers the handlers written by hand on a gorilla router.
func ByHand(router *mux.Router, store *Store) {
	h := handlers{store}
	router.HandleFunc("/contacts", h.list).Methods(http.MethodGet)
	router.HandleFunc("/contacts", h.add).Methods(http.MethodPost)
	router.HandleFunc("/contacts/{id}", h.show).Methods(http.MethodGet)
}
